import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import worker from 'node:worker_threads';
import { shiftDate } from './shiftDate.mjs';

// Loaded first, by `--import …/shift.mjs?ahead=<ms>`, into every process and thread of a run.
const ahead = Number(new URL(import.meta.url).searchParams.get('ahead'));
shiftDate(ahead);

// A thread given arguments or an environment of its own would not inherit this. Sizes of the heap are the process's, and refused of a thread.
const ofThreads = process.execArgv.filter((one) => !/^--(max|min)-[a-z-]*(space|heap)-size/.test(one));
worker.Worker = class extends worker.Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? ofThreads), '--import', import.meta.url] });
  }
};

// Node writes the header from the machine's clock, and clients such as S3's correct theirs by it.
const { writeHead } = http.ServerResponse.prototype;
http.ServerResponse.prototype.writeHead = function (...head) {
  if (this.sendDate && !this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, head);
};
syncBuiltinESMExports();
