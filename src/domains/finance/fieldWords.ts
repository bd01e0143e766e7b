import { captureMoments } from './fundConfig';

/** What people call the codes its records keep, by field: log entries are read in these words. */
export const fieldWords = { captureAt: captureMoments };
