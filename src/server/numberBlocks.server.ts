import { AsyncLocalStorage } from 'node:async_hooks';
import { onEnd, transactionHere } from './db/transaction.server';

/** Numbers drawn ahead, by counter. */
interface Block {
  numbers: string[];
  /** Transactions that want one right now: waiting for the counter row, or for what they lock before it. */
  waiting: Set<object>;
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
export async function numberFrom(key: string, draw: () => Promise<string>, drawAhead: DrawAhead): Promise<string> {
  const block = blockOf(key);
  const ready = readyIn(block, drawAhead);
  if (ready !== undefined) return ready;
  const here = transactionHere() ?? {};
  block.waiting.add(here);
  try {
    return await draw();
  } finally {
    block.waiting.delete(here);
  }
}

/**
 * A number that is at hand, for whoever first waits for a lock that others queue for: the queue is there and not at the counter, so a block is drawn
 * ahead as soon as two are on their way. Undefined: to be drawn when it is needed. One that is taken and not used leaves a gap.
 */
export function numberAtHand(key: string, drawAhead: DrawAhead): string | undefined {
  const block = blockOf(key);
  const ready = readyIn(block, drawAhead);
  const here = transactionHere() ?? {};
  block.waiting.add(here);
  onEnd(() => block.waiting.delete(here));
  return ready;
}

type DrawAhead = (count: number) => Promise<string[]>;

function blockOf(key: string): Block {
  if (!blocks.has(key) && blocks.size >= MOST_BLOCKS) blocks.clear();
  const block = blocks.get(key) ?? { numbers: [], waiting: new Set(), drawing: false };
  blocks.set(key, block);
  return block;
}

function readyIn(block: Block, drawAhead: DrawAhead): string | undefined {
  const ready = block.numbers.shift();
  if (ready === undefined) {
    const own = transactionHere();
    const others = block.waiting.size - (own && block.waiting.has(own) ? 1 : 0);
    if (others > 0) refill(block, drawAhead, 16 * others);
  } else if (block.numbers.length < 16) refill(block, drawAhead, 64);
  return ready;
}

function refill(block: Block, drawAhead: DrawAhead, count: number): void {
  if (block.drawing) return;
  block.drawing = true;
  void outside(async () => drawAhead(Math.min(count, MOST_KEPT)))
    .then(
      (numbers) => void block.numbers.push(...numbers),
      // The counter itself still serves everybody.
      () => undefined,
    )
    .finally(() => {
      block.drawing = false;
    });
}
