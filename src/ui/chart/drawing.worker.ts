import { type DrawingOrder, drawingOf } from './drawing';

/** Answers each order under its number; without a drawing where it failed. */
addEventListener('message', ({ data: { number, order } }: MessageEvent<{ number: number; order: DrawingOrder }>) => {
  try {
    postMessage({ number, drawing: drawingOf(order) });
  } catch {
    postMessage({ number });
  }
});
