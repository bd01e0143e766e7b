import './node-version.mjs';
import './fixed-thresholds.mjs';
import { supervise } from './processes.mjs';

/** One process, or as many as PROCESSES says. */
const wanted = Number(process.env.PROCESSES ?? 1);
if (!process.env.PORTAL_SOCKET && wanted > 1) await supervise(wanted);
else await import('./server.mjs');
