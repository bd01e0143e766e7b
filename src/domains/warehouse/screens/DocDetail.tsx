import { Printer } from 'lucide-react';
import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { STOCK_AUDIT, STOCK_COST_VIEW } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import type { stockInDetail, stockOutDetail } from '../calls';
import { MovedGoods } from '../pickers/MovedGoods';
import { isEditable, isTransitLoss, type StockDocState, stockDocStates } from '../stockDocState';
import { auditDialog, deleteDialog, returnDialog, reverseDialog, submitDialog } from './docActions';
import type { DocWay } from './docWays';

export type Doc = AnswerOf<typeof stockInDetail> | AnswerOf<typeof stockOutDetail>;
type Line = Doc['lines'][number];
const baseUnits = (doc: { lines: readonly { baseQty: string; baseUnitName: string }[] }) =>
  displayUnits(doc.lines.map((line) => ({ qty: line.baseQty, unitName: line.baseUnitName })));

/** Fetched when first opened. */
const DocPrint = late(() => import('./DocPrint'));

export function DocDetail({ way, first }: { way: DocWay; first: Doc }) {
  const can = { make: useCan(way.make), audit: useCan(STOCK_AUDIT) };
  const seesCost = useCan(STOCK_COST_VIEW);
  const [printing, setPrinting] = useState(false);
  const cost = seesCost && first.totalCost !== undefined;
  return (
    <DetailPage
      title={way.noun}
      no={first.no}
      status={<StatusTag status={first.status} names={stockDocStates} />}
      facts={[
        { label: '合计数量', value: baseUnits(first) },
        cost && { label: '合计金额', value: <Money value={first.totalCost} sign /> },
        { label: '明细行数', value: first.lines.length },
      ]}
      actions={[...actionsOf(way, first, can), { label: '打印', icon: <Printer aria-hidden />, onPress: () => setPrinting(true) }]}
      backHref={way.pages.list}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '仓库', value: first.warehouseName },
            { label: `${way.what}类型`, value: way.kinds[first.kind] },
            { label: '业务日期', value: first.bizDate },
            { label: '往来方', value: first.counterparty },
            { label: '来源单号', value: first.sourceNo },
            { label: '制单人', value: first.creator },
            { label: '审核人', value: first.auditor },
            { label: '审核时间', value: <DateTime value={first.auditedAt ?? undefined} /> },
            { label: '备注', value: first.remark },
            first.status === 'REVERSED' && { label: '冲销原因', value: first.reverseReason },
          ]}
        />
      </DetailSection>
      <DetailSection title="附件">
        <AttachmentPanel type={way.type} subjectId={first.id} />
      </DetailSection>
      <DetailSection title={`${way.what}明细`} flush>
        <DetailTable<Line>
          caption={`${way.what}明细`}
          rows={first.lines}
          columns={columns(cost)}
          totals={{ baseQty: baseUnits(first), ...(cost ? { amount: <Money value={first.totalCost} /> } : {}) }}
        />
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
      {(first.status === 'DONE' || first.status === 'REVERSED') && <MovedGoods id={first.id} list={`warehouse/${way.key}/moved`} />}
      {printing && <DocPrint way={way} ids={[first.id]} onClose={() => setPrinting(false)} />}
    </DetailPage>
  );
}

function actionsOf(way: DocWay, doc: Doc, can: { make: boolean; audit: boolean }): Actions {
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const is = (status: StockDocState) => doc.status === status;
  return [
    is('DRAFT') && can.make && { label: '提交审核', tone: 'primary', onPress: () => again(submitDialog(way, doc)) },
    isEditable(doc.status) && !isTransitLoss(doc) && can.make && { label: '编辑', href: href(way.pages.form, { id: doc.id }) },
    is('PENDING_AUDIT') && can.audit && { label: '审核通过', tone: 'primary', onPress: () => again(auditDialog(way, [doc])) },
    is('PENDING_AUDIT') && (can.audit || doc.mine) && { label: '退回修改', onPress: () => again(returnDialog(way, doc)) },
    approvalWay(way.type, doc.id, is('DRAFT')),
    is('DONE') &&
      can.audit && {
        label: '冲销',
        tone: 'danger',
        disabled: doc.mine,
        ...(doc.mine ? { reason: '由您制单，须由其他人冲销' } : {}),
        onPress: () => again(reverseDialog(way, doc)),
      },
    is('DRAFT') &&
      can.make && {
        label: '删除',
        tone: 'danger',
        onPress: async () => {
          if (await deleteDialog(way, doc)) location.assign(way.pages.list);
        },
      },
  ];
}

const columns = (cost: boolean): Column<Line>[] => [
  { key: 'lineNo', title: '行号', align: 'right' },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'name', title: '商品', fixed: true, cell: (line) => [line.name, line.saleText].filter(Boolean).join(' / ') },
  { key: 'spec', title: '规格' },
  { key: 'qty', title: '数量', align: 'right', cell: (line) => <Qty value={line.qty} unit={line.unitName} /> },
  { key: 'baseQty', title: '基本数量', align: 'right', cell: (line) => <Qty value={line.baseQty} unit={line.baseUnitName} /> },
  ...(cost
    ? ([
        { key: 'price', title: '成本单价(元)', kind: 'price' },
        { key: 'amount', title: '金额(元)', kind: 'money' },
      ] satisfies Column<Line>[])
    : []),
  { key: 'batchNo', title: '批次号' },
  { key: 'expiresOn', title: '到期日', kind: 'date' },
  { key: 'remark', title: '备注' },
];
