import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import { STOCK_AUDIT, STOCK_COST_VIEW } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import type { stockInList, stockOutList } from '../calls';
import { findWarehouses } from '../pickers/whenUsed';
import { isEditable, isTransitLoss, stockDocStates } from '../stockDocState';
import { auditDialog, deleteDialog, reverseDialog, submitDialog } from './docActions';
import type { DocWay } from './docWays';

/** Fetched when first opened: the print kit stays out of the list. */
const DocPrint = late(() => import('./DocPrint'));
const MOST_PRINTED = 50;

type Page = AnswerOf<typeof stockInList> | AnswerOf<typeof stockOutList>;
type Row = Page['pagedRecords'][number];

const filtersOf = (way: DocWay): Filter[] => [
  { kind: 'text', key: 'no', label: `${way.noun}号` },
  { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
  { kind: 'select', key: 'kind', label: `${way.what}类型`, options: optionsOf(way.kinds) },
  { kind: 'dates', key: 'bizDate', label: '业务日期', unit: 'day', startKey: 'bizDateStart', endKey: 'bizDateEnd' },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
  { kind: 'text', key: 'sourceNo', label: '来源单号' },
  { kind: 'text', key: 'creator', label: '制单人' },
];
const columnsOf = (way: DocWay, seesCost: boolean): Column<Row>[] => [
  { key: 'no', title: `${way.noun}号`, fixed: true, sortable: true, cell: (row) => <Link href={href(way.pages.detail, { id: row.id })}>{row.no}</Link> },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={stockDocStates} /> },
  { key: 'warehouseName', title: '仓库' },
  { key: 'kind', title: '类型', cell: (row) => way.kinds[row.kind] },
  { key: 'totalQty', title: '数量', hint: '按基本单位', align: 'right', wrap: true, width: 130, cell: (row) => displayUnits(row.quantities) },
  ...(seesCost ? [{ key: 'totalCost', title: '金额(元)', kind: 'money' } as Column<Row>] : []),
  { key: 'counterparty', title: '往来方', off: true },
  { key: 'sourceNo', title: '来源单号', off: true },
  { key: 'bizDate', title: '业务日期', kind: 'date', sortable: true },
  { key: 'creator', title: '制单人' },
  { key: 'auditor', title: '审核人', off: true },
  { key: 'createdAt', title: '制单时间', off: true, kind: 'minute', sortable: true },
];

export interface DocListProps {
  first: Page;
  query: Record<string, string>;
}

export function DocList({ way, first, query }: DocListProps & { way: DocWay }) {
  const canMake = useCan(way.make);
  const canAudit = useCan(STOCK_AUDIT);
  const seesCost = useCan(STOCK_COST_VIEW);
  const [printing, setPrinting] = useState<readonly string[]>();
  return (
    <>
      <ListPage<Row>
        title={way.noun}
        source={{ id: `warehouse/${way.key}`, first: first as never, query, load: (q) => call(way.calls.list as typeof stockInList, q as never) }}
        filters={filtersOf(way)}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(stockDocStates)] }}
        columns={columnsOf(way, seesCost)}
        buttons={(list) => [
          canMake && { label: `新建${way.noun}`, tone: 'primary', href: way.pages.form },
          canMake && { label: '导入', href: way.pages.upload },
          exportAction(way.exported, list),
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(way.pages.detail, { id: row.id }) },
          isEditable(row.status) && !isTransitLoss(row) && canMake && { label: '编辑', href: href(way.pages.form, { id: row.id }) },
          row.status === 'DRAFT' && canMake && { label: '提交', onPress: async () => (await submitDialog(way, row)) && list.reload() },
          row.status === 'PENDING_AUDIT' && canAudit && { label: '审核', onPress: async () => (await auditDialog(way, [row])) && list.reload() },
          row.status === 'DONE' && canAudit && !row.mine && { label: '冲销', onPress: async () => (await reverseDialog(way, row)) && list.reload() },
          { label: '打印', onPress: () => setPrinting([row.id]) },
          row.status === 'DRAFT' && canMake && { label: '删除', onPress: async () => (await deleteDialog(way, row)) && list.reload() },
        ]}
        batch={(picked, list) => [
          canAudit && {
            label: '批量审核',
            disabled: !picked.rows.length || picked.rows.some((row) => row.status !== 'PENDING_AUDIT'),
            reason: `只能选择待审核的${way.noun}`,
            onPress: async () => {
              if (!(await auditDialog(way, picked.rows))) return;
              picked.clear();
              list.reload();
            },
          },
          {
            label: '批量打印',
            ...(picked.keys.length > MOST_PRINTED ? { disabled: true, reason: `一次最多打印${MOST_PRINTED}张` } : {}),
            onPress: () => setPrinting(picked.keys),
          },
        ]}
      />
      {printing && <DocPrint way={way} ids={printing} onClose={() => setPrinting(undefined)} />}
    </>
  );
}
