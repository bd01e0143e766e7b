import { auditModes, reserveMoments, stockSights } from './orderSettings';

/** What people call the codes its records keep, by field: log entries are read in these words. */
export const fieldWords = {
  auditMode: auditModes,
  reserveAt: reserveMoments,
  dealerSeesStock: stockSights,
};
