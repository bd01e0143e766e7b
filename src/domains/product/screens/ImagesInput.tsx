import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { uploadFile } from '~/domains/file/pickers/uploadFile';
import { messageOf } from '~/shell/call';
import { Button, IconButton } from '~/ui/kit/Button';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';

const MOST = 10;

/** Product pictures as comma-joined file keys, stored at once; the first is the main one. */
export function ImagesInput({ value = '', onChange, id, disabled }: InputProps) {
  const chooserId = useId();
  const [busy, setBusy] = useState(false);
  const keys = value ? value.split(',') : [];
  const change = (next: string[]) => onChange?.(next.join(','));
  const add = async (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, MOST - keys.length);
    if (!chosen.length) return;
    setBusy(true);
    const stored: string[] = [];
    try {
      for (const file of chosen) stored.push((await uploadFile(file, 'PRODUCT_IMAGE')).fileKey);
    } catch (error) {
      toast(messageOf(error), 'error');
    } finally {
      if (stored.length) change([...keys, ...stored]);
      setBusy(false);
    }
  };
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
