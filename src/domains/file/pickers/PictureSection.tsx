import { DetailSection } from '~/ui/detail/DetailSection';
import { fileHref } from './fileHref';

/** Pictures of a document by their file keys, each opening in full; nothing where there are none. `title` also names each picture. */
export function PictureSection({ title, keys }: { title: string; keys: readonly string[] }) {
  if (keys.length === 0) return null;
  return (
    <DetailSection title={title}>
      <span className="flex flex-wrap gap-3">
        {keys.map((key, index) => (
          <a key={key} href={fileHref(key)} target="_blank" rel="noreferrer">
            <img
              src={fileHref(key, 480)}
              alt={`${title}${index + 1}`}
              loading="lazy"
              width={160}
              height={160}
              className="size-40 rounded border border-line object-cover"
            />
          </a>
        ))}
      </span>
    </DetailSection>
  );
}
