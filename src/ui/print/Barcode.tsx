import { code128Bars } from './code128';

const QUIET = 10;

/** A number as Code 128 with the number below it; sharp at any size. Nothing for a text that has no bars. */
export function Barcode({ value, height = 34 }: { value: string; height?: number }) {
  const drawn = code128Bars(value);
  if (!drawn) return null;
  const width = drawn.width + 2 * QUIET;
  return (
    <svg
      viewBox={`0 0 ${width} ${height + 12}`}
      width={width * 1.3}
      height={(height + 12) * 1.3}
      role="img"
      aria-label={`条码 ${value}`}
      shapeRendering="crispEdges"
      style={{ display: 'inline-block', maxWidth: '100%' }}
    >
      {drawn.bars.map(([at, wide]) => (
        <rect key={at} x={at + QUIET} y={0} width={wide} height={height} fill="#000" />
      ))}
      <text x={width / 2} y={height + 10} textAnchor="middle" fontSize="10" fontFamily="monospace" fill="#000">
        {value}
      </text>
    </svg>
  );
}
