import { ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { Button, IconButton } from '~/ui/kit/Button';
import type { InputProps } from '~/ui/kit/types';
import { fileHref } from './fileHref';
import { usePictures } from './usePictures';

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  /** File keys, comma-joined. */
  value?: string;
  onChange?: (value: string) => void;
  max?: number;
}

export const fileKeysOf = (value: string | undefined): string[] => (value ? value.split(',') : []);

/** Pictures taken on the spot or chosen from the device, stored at once. */
export function PhotoInput({ value, onChange, max = 9, disabled }: Props) {
  const inputId = useId();
  const keys = fileKeysOf(value);
  const change = (next: readonly string[]) => onChange?.(next.join(','));
  const { add, busy } = usePictures({ keys, change, max, use: 'ATTACHMENT' });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Photos keys={keys} onRemove={(key) => change(keys.filter((one) => one !== key))} />
      {keys.length < max && (
        <>
          <input
            id={inputId}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            multiple
            className="sr-only"
            aria-label="上传照片"
            disabled={disabled || busy}
            onChange={(event) => void add(event.target.files)}
          />
          <Button size="sm" loading={busy} icon={<ImagePlus aria-hidden />} onClick={() => document.getElementById(inputId)?.click()}>
            照片
          </Button>
        </>
      )}
    </span>
  );
}

export function Photos({ keys, onRemove }: { keys: readonly string[]; onRemove?: (key: string) => void }) {
  return keys.map((key, index) => (
    <span key={key} className="relative inline-block">
      <a href={fileHref(key)} target="_blank" rel="noreferrer">
        <img src={fileHref(key, 96)} alt={`照片${index + 1}`} width={40} height={40} className="size-10 rounded border border-line object-cover" />
      </a>
      {onRemove && (
        <IconButton label={`删除照片${index + 1}`} size="sm" icon={<X aria-hidden />} onClick={() => onRemove(key)} className="absolute -top-2 -right-2" />
      )}
    </span>
  ));
}
