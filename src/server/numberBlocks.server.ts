import { AsyncLocalStorage } from 'node:async_hooks';

/** Numbers drawn ahead, by counter. */
interface Block {
  numbers: string[];
  /** Calls waiting for the counter row right now. */
  waiting: number;
  drawing: boolean;
}

const MOST_KEPT = 200;
const MOST_BLOCKS = 500;
const shared = globalThis as { portalNumberBlocks?: Map<string, Block> };
shared.portalNumberBlocks ??= new Map();
const blocks = shared.portalNumberBlocks;
/** Runs outside whatever transaction is open: the block commits by itself. */
const outside = AsyncLocalStorage.snapshot();

/**
 * A number of a kind that may have gaps. Alone, `draw` takes it from the counter in the caller's transaction, so numbers stay dense.
 * When callers queue for the counter row (it stays locked until each commits), a block is drawn ahead in a short transaction
 * of its own and the queue dissolves.
 */
export async function numberFrom(key: string, draw: () => Promise<string>, drawAhead: (count: number) => Promise<string[]>): Promise<string> {
  if (!blocks.has(key) && blocks.size >= MOST_BLOCKS) blocks.clear();
  const block = blocks.get(key) ?? { numbers: [], waiting: 0, drawing: false };
  blocks.set(key, block);
  const ready = block.numbers.shift();
  if (ready !== undefined) {
    if (block.numbers.length < 16) refill(block, drawAhead, 64);
    return ready;
  }
  if (block.waiting > 0) refill(block, drawAhead, 16 * block.waiting);
  block.waiting += 1;
  try {
    return await draw();
  } finally {
    block.waiting -= 1;
  }
}

function refill(block: Block, drawAhead: (count: number) => Promise<string[]>, count: number): void {
  if (block.drawing) return;
  block.drawing = true;
  void outside(() => drawAhead(Math.min(count, MOST_KEPT)))
    .then(
      (numbers) => void block.numbers.push(...numbers),
      // The counter itself still serves everybody.
      () => undefined,
    )
    .finally(() => {
      block.drawing = false;
    });
}
