import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { fileKeysOf } from '~/domains/file/pickers/PhotoInput';
import { usePictures } from '~/domains/file/pickers/usePictures';
import { Button, IconButton } from '~/ui/kit/Button';
import type { InputProps } from '~/ui/kit/types';

const MOST = 10;

/** Product pictures as comma-joined file keys, stored at once; the first is the main one. */
export function ImagesInput({ value = '', onChange, id, disabled }: InputProps) {
  const chooserId = useId();
  const keys = fileKeysOf(value);
  const change = (next: readonly string[]) => onChange?.(next.join(','));
  const { add, busy } = usePictures({ keys, change, max: MOST, use: 'PRODUCT_IMAGE' });
  const swap = (at: number, to: number) => {
    const next = [...keys];
    next.splice(to, 0, ...next.splice(at, 1));
    change(next);
  };
  return (
    <span id={id} className="flex flex-wrap gap-3">
      {keys.map((key, index) => (
        <figure key={key} className="flex flex-col items-center gap-1">
          <a href={fileHref(key)} target="_blank" rel="noreferrer">
            <img
              src={fileHref(key, 96)}
              alt={`商品图片${index + 1}`}
              width={96}
              height={96}
              className="size-24 rounded border border-line bg-paper object-cover"
            />
          </a>
          <figcaption className="flex items-center text-xs text-ink-3">
            <IconButton
              label={`图片${index + 1}前移`}
              size="sm"
              icon={<ArrowLeft aria-hidden />}
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
            />
            {index === 0 ? '主图' : index + 1}
            <IconButton
              label={`图片${index + 1}后移`}
              size="sm"
              icon={<ArrowRight aria-hidden />}
              disabled={index === keys.length - 1}
              onClick={() => swap(index, index + 1)}
            />
            <IconButton label={`删除图片${index + 1}`} size="sm" icon={<X aria-hidden />} onClick={() => change(keys.filter((one) => one !== key))} />
          </figcaption>
        </figure>
      ))}
      {keys.length < MOST && (
        <span>
          <input
            id={chooserId}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            multiple
            className="sr-only"
            aria-label="上传商品图片"
            disabled={disabled || busy}
            onChange={(event) => void add(event.target.files)}
          />
          <Button loading={busy} icon={<ImagePlus aria-hidden />} className="size-24" onClick={() => document.getElementById(chooserId)?.click()}>
            上传
          </Button>
        </span>
      )}
    </span>
  );
}
