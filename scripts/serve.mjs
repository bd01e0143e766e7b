import cluster from 'node:cluster';
import { supervise } from './processes.mjs';

/** One process, or as many as PROCESSES says. */
const wanted = Number(process.env.PROCESSES ?? 1);
if (cluster.isPrimary && wanted > 1) supervise(wanted);
else await import('./server.mjs');
