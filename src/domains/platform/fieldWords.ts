import { dictColors, dictSources } from './dictionary';

/** What people call the codes its records keep, by field: log entries are read in these words. */
export const fieldWords = {
  status: { ACTIVE: '启用', DISABLED: '停用', DRAFT: '草稿' },
  color: dictColors,
  source: dictSources,
};
