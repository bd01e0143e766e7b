import type { Filter } from '~/ui/list/types';

/** Of the movements of one account, on its own side and on the factory's. */
export const movementFilters: readonly Filter[] = [
  { kind: 'dates', key: 'at', label: '时间', startKey: 'atStart', endKey: 'atEnd' },
  {
    kind: 'select',
    key: 'direction',
    label: '收支',
    options: [
      { value: 'IN', label: '收入' },
      { value: 'OUT', label: '支出' },
    ],
  },
  { kind: 'text', key: 'bizNo', label: '单号' },
];
