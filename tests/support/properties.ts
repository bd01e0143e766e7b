import { configureGlobal } from 'fast-check';

/** One seed for every property of a run, so that a commit passes or fails alike wherever it is tried; PROPERTY_SEED tries other cases. */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_124) });
