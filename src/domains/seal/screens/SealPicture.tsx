import { SEAL_RED, SEAL_SIDE, type SealArt } from '~/shared/sealArt';

/** A seal as it will stand on paper. */
export function SealPicture({ art, label, size = 120 }: { art: SealArt; label: string; size?: number }) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${SEAL_SIDE} ${SEAL_SIDE}`} width={size} height={size} className="shrink-0 rounded bg-white p-1">
      {art.shapes.map(({ path, stroke }) => (
        <path key={path} d={path} {...(stroke ? { fill: 'none', stroke: SEAL_RED, strokeWidth: stroke } : { fill: SEAL_RED })} />
      ))}
    </svg>
  );
}
