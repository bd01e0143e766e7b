// Loaded into the embedded engine's worker: while the named file exists, the disk is full.
import fs, { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mark = join(tmpdir(), `portal-disk-full-${process.pid}`);
const { writeSync } = fs;
fs.writeSync = (...given) => {
  if (existsSync(mark)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
  return writeSync(...given);
};
