import { cx } from './cx';

const sizes = { sm: 'size-6 text-xs', md: 'size-8 text-sm', lg: 'size-12 text-xl' } as const;

/** A person's picture, else the last one or two characters of the name. */
export function Avatar({ name, src, size = 'md' }: { name: string; src?: string; size?: keyof typeof sizes }) {
  const box = cx('inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-brand-soft font-medium text-brand', sizes[size]);
  if (src) return <img src={src} alt={name} className={cx(box, 'object-cover')} />;
  return (
    <span className={box} aria-hidden>
      {[...name].slice(size === 'sm' ? -1 : -2).join('')}
    </span>
  );
}
