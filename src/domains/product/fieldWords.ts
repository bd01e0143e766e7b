import { attributeKinds } from './attribute';

/** What people call the codes its records keep, by field: log entries are read in these words. */
export const fieldWords = {
  status: { ON: '上架', OFF: '下架' },
  kind: attributeKinds,
};
