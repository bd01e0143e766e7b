import { useEffect, useRef, useState } from 'react';
import { Button } from '../kit/Button';

type Point = readonly [x: number, y: number, width: number];
type Stroke = Point[];

interface Props {
  label: string;
  /** The drawing as a PNG on white; null while nothing is drawn. */
  onChange: (picture: Blob | null) => void;
  invalid?: boolean;
}

const INK = '#111827';
/** The pad is this high; the picture keeps the pad's own width. */
const HEIGHT = 180;
/** Pixels of the picture for each of the pad, so that it prints well. */
const SCALE = 2;

/** Handwriting by finger, pen or mouse. Ink stays ink in the dark theme: the picture is a document's. */
export function SignaturePad({ label, onChange, invalid }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<Stroke[]>([]);
  const [count, setCount] = useState(0);

  useEffect(() => {
    const pad = canvas.current;
    if (!pad) return;
    const watch = new ResizeObserver(() => {
      pad.width = Math.round(pad.clientWidth * SCALE);
      pad.height = HEIGHT * SCALE;
      draw(pad, strokes.current);
    });
    watch.observe(pad);
    return () => watch.disconnect();
  }, []);

  const changed = () => {
    const pad = canvas.current;
    if (!pad) return;
    draw(pad, strokes.current);
    setCount(strokes.current.length);
    if (isWritten(strokes.current)) pad.toBlob((picture) => onChange(picture), 'image/png');
    else onChange(null);
  };
  const pointOf = (event: React.PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    const width = event.pointerType === 'pen' && event.pressure > 0 ? 1.4 + event.pressure * 2.4 : 2.6;
    return [event.clientX - box.left, event.clientY - box.top, width];
  };
  return (
    <div className="flex flex-col gap-2">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${label}，${count ? `已书写${count}笔` : '尚未书写'}`}
        style={{ height: HEIGHT }}
        className={`w-full cursor-crosshair touch-none rounded-lg border border-dashed bg-white ${invalid ? 'border-danger' : 'border-line-strong'}`}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          strokes.current.push([pointOf(event)]);
          draw(event.currentTarget, strokes.current);
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          strokes.current.at(-1)?.push(pointOf(event));
          draw(event.currentTarget, strokes.current);
        }}
        onPointerUp={changed}
        onPointerCancel={changed}
      />
      <div className="flex items-center gap-2">
        <span className="mr-auto text-sm text-ink-3">{count ? '' : '请在框内手写签名'}</span>
        <Button
          size="sm"
          disabled={count === 0}
          onClick={() => {
            strokes.current.pop();
            changed();
          }}
        >
          撤销一笔
        </Button>
        <Button
          size="sm"
          disabled={count === 0}
          onClick={() => {
            strokes.current = [];
            changed();
          }}
        >
          重写
        </Button>
      </div>
    </div>
  );
}

/** A tap is no signature. */
function isWritten(strokes: readonly Stroke[]): boolean {
  const points = strokes.flat();
  const xs = points.map(([x]) => x);
  return points.length > 4 && Math.max(...xs) - Math.min(...xs) > 8;
}

function draw(pad: HTMLCanvasElement, strokes: readonly Stroke[]): void {
  const pen = pad.getContext('2d');
  if (!pen) return;
  pen.setTransform(SCALE, 0, 0, SCALE, 0, 0);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, pad.width, pad.height);
  pen.strokeStyle = INK;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const stroke of strokes) {
    for (const [index, [x, y, width]] of stroke.entries()) {
      const [fromX, fromY] = stroke[index - 1] ?? [x, y];
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(fromX, fromY);
      pen.lineTo(x, y);
      pen.stroke();
    }
  }
}
