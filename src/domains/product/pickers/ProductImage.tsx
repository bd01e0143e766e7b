import { Package } from 'lucide-react';
import { fileHref } from '~/domains/file/pickers/fileHref';

/** A product's first picture at 32, 48, 72 or 96 pixels, or a quiet stand-in. `image` is the file key calls answer with. */
export function ProductImage({ image, size = 32 }: { image: string | null | undefined; size?: 32 | 48 | 72 | 96 }) {
  const box = { width: size, height: size };
  if (!image)
    return (
      <span aria-hidden style={box} className="inline-flex shrink-0 items-center justify-center rounded border border-line bg-sunken text-ink-3">
        <Package size={size / 2} strokeWidth={1.5} />
      </span>
    );
  return <img src={fileHref(image, 96)} alt="" {...box} style={box} loading="lazy" className="shrink-0 rounded border border-line bg-paper object-cover" />;
}
