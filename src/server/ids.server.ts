import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Random bytes drawn ahead: asking the system for 16 at a time costs more than all the rest of an id. */
const drawn = new Uint8Array(ID_BYTES * 256);
let used = drawn.length;
let [msecs, seq] = [0, 0];

/** Identifiers are uuid v7 made in the application: PostgreSQL 15 has none of its own. Those of one process rise, also within a millisecond. */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = (random[6] as number) << 16;
  } else seq += 1;
  return v7({ random, msecs, seq });
}
