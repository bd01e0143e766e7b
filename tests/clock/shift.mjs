import { syncBuiltinESMExports } from 'node:module';
import worker from 'node:worker_threads';
import { shiftDate } from './shiftDate.mjs';

// Loaded first, by `--import …/shift.mjs?ahead=<ms>`, into every process and thread of a run.
const ahead = Number(new URL(import.meta.url).searchParams.get('ahead'));
shiftDate(ahead);

// A thread given arguments or an environment of its own would not inherit this.
worker.Worker = class extends worker.Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? process.execArgv), '--import', import.meta.url] });
  }
};
syncBuiltinESMExports();
