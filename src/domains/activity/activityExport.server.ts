import { PRICE_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { activityStates, buyerScopes } from './activity';
import { ActivityQuery } from './activity.schema';
import { activityRows } from './activity.server';

export const activityExport = defineExport({
  type: 'activity',
  title: '限时折扣',
  permission: PRICE_MANAGE,
  query: ActivityQuery,
  filters: { name: '活动名称', sku: '商品', state: ['状态', activityStates] },
  rows: activityRows,
  columns: [
    { key: 'no', title: '活动编号' },
    { key: 'name', title: '活动名称', width: 32 },
    { key: 'state', title: '状态', value: (row) => activityStates[row.state] },
    { key: 'startAt', title: '开始时间', kind: 'time' },
    { key: 'endAt', title: '结束时间', kind: 'time' },
    { key: 'customerScope', title: '适用客户', value: (row) => buyerScopes[row.customerScope] },
    { key: 'itemCount', title: '商品数', kind: 'number' },
    { key: 'usedPercent', title: '已用限量(%)', value: (row) => (row.usedPercent === null ? '' : String(row.usedPercent)) },
    { key: 'creator', title: '创建人' },
    { key: 'createdAt', title: '创建时间', kind: 'time' },
  ],
});
