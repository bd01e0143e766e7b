import { SEAL_RED, SEAL_SIDE, type SealArt } from '~/shared/sealArt';
import { cx } from '~/ui/kit/cx';

interface Props {
  art: SealArt;
  /** The picture that was uploaded, as an address of data; empty: drawn. */
  picture?: string | undefined;
  label: string;
  size?: number;
  /** On paper already: no ground of its own. */
  bare?: boolean;
}

/** A seal as it will stand on paper. White ground in dark mode, too: seals stand on paper. */
export function SealPicture({ art, picture = '', label, size = 120, bare = false }: Props) {
  const ground = cx('shrink-0', !bare && 'rounded bg-white p-1');
  if (picture) return <img src={picture} alt={label} width={size} height={size} className={ground} />;
  return (
    <svg role="img" aria-label={label} aria-hidden={label === ''} viewBox={`0 0 ${SEAL_SIDE} ${SEAL_SIDE}`} width={size} height={size} className={ground}>
      {art.shapes.map(({ path, stroke }) => (
        <path key={path} d={path} {...(stroke ? { fill: 'none', stroke: SEAL_RED, strokeWidth: stroke } : { fill: SEAL_RED })} />
      ))}
    </svg>
  );
}
