import { arriving } from '../arriving';
import type { Drawing, DrawingOrder } from './drawing';

type Take = (drawing: Drawing | undefined) => void;

let worker: Worker | undefined;
let orders = 0;
const waiting = new Map<number, Take>();

/** A drawing made beside the page; on the page itself where there is no worker (another host sends the scripts, or an old browser). Rejects when neither comes. */
export async function draw(order: DrawingOrder): Promise<Drawing> {
  const drawing = await byWorker(order).catch(() => undefined);
  return drawing ?? (await arriving(import('./drawing'))).drawingOf(order);
}

async function byWorker(order: DrawingOrder): Promise<Drawing | undefined> {
  worker ??= begun();
  orders += 1;
  const number = orders;
  const answer = new Promise<Drawing | undefined>((take) => waiting.set(number, take));
  worker.postMessage({ number, order });
  return answer;
}

function begun(): Worker {
  const made = new Worker(new URL('./drawing.worker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('message', ({ data }: MessageEvent<{ number: number; drawing?: Drawing }>) => {
    waiting.get(data.number)?.(data.drawing);
    waiting.delete(data.number);
  });
  // It did not come: the next order tries once more.
  made.addEventListener('error', () => {
    worker = undefined;
    for (const take of waiting.values()) take(undefined);
    waiting.clear();
  });
  return made;
}
