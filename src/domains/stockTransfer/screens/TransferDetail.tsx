import { Printer } from 'lucide-react';
import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { MovedGoods } from '~/domains/warehouse/pickers/MovedGoods';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { STOCK_AUDIT, STOCK_COST_VIEW, STOCK_TRANSFER } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty, displayUnits } from '~/shared/money';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import type { transferDetail } from '../calls';
import { isEditable, onTheWay, type TransferState, transferStates } from '../transfer';
import { auditDialog, closeDialog, deleteDialog, returnDialog, submitDialog } from './transferActions';

type Doc = AnswerOf<typeof transferDetail>;
type Line = Doc['lines'][number];
const F = '/portal/supplyChain/factory/warehouse';
const base = `${F}/transfers` as const;
const sum = (doc: Doc, of: 'qty' | 'inQty' | 'lossQty') => displayUnits(doc.quantities.map((one) => ({ unitName: one.unitName, qty: one[of] })));

/** Fetched when first opened. */
const TransferPrint = late(() => import('./TransferPrint'));
const ReceiveDialog = late(() => import('./ReceiveDialog'));

export default function TransferDetail({ first }: { first: Doc }) {
  const can = { make: useCan(STOCK_TRANSFER), audit: useCan(STOCK_AUDIT) };
  const cost = useCan(STOCK_COST_VIEW) && first.totalCost !== undefined;
  const [shown, setShown] = useState<'print' | 'receive'>();
  return (
    <DetailPage
      title="调拨单"
      no={first.no}
      status={<StatusTag status={first.status} names={transferStates} />}
      facts={[
        { label: '调拨数', value: sum(first, 'qty') },
        { label: '已收', value: sum(first, 'inQty') },
        { label: '短少', value: sum(first, 'lossQty') },
        cost && first.auditedAt !== null && { label: '成本', value: <Money value={first.totalCost} sign /> },
      ]}
      actions={[...actionsOf(first, can, () => setShown('receive')), { label: '打印', icon: <Printer aria-hidden />, onPress: () => setShown('print') }]}
      backHref={base}
    >
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '调出仓库', value: first.fromName },
            { label: '调入仓库', value: first.toName },
            { label: '业务日期', value: first.bizDate },
            { label: '制单人', value: first.creator },
            { label: '审核人', value: first.auditor },
            { label: '调出时间', value: <DateTime value={first.auditedAt ?? undefined} /> },
            { label: '完成时间', value: <DateTime value={first.finishedAt ?? undefined} /> },
            { label: '备注', value: first.remark },
            first.lossDocId !== null && {
              label: '短少出库单',
              value: <Link href={href(`${F}/outDetail`, { id: first.lossDocId })}>{first.lossDocNo}</Link>,
            },
            first.lossReason !== '' && { label: '短少原因', value: first.lossReason },
          ]}
        />
      </DetailSection>
      <DetailSection title="附件">
        <AttachmentPanel type="stock_transfer" subjectId={first.id} />
      </DetailSection>
      <DetailSection title="调拨明细" flush>
        <DetailTable<Line> caption="调拨明细" rows={first.lines} columns={columns(cost)} />
      </DetailSection>
      <DetailSection title="操作日志">
        <LogTimeline log={first.logs} />
      </DetailSection>
      {first.auditedAt !== null && <MovedGoods id={first.id} list="warehouse/transfer/moved" transit />}
      {shown === 'print' && <TransferPrint ids={[first.id]} onClose={() => setShown(undefined)} />}
      {shown === 'receive' && <ReceiveDialog doc={first} onClose={() => setShown(undefined)} />}
    </DetailPage>
  );
}

function actionsOf(doc: Doc, can: { make: boolean; audit: boolean }, receive: () => void): Actions {
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const is = (status: TransferState) => doc.status === status;
  const open = onTheWay.includes(doc.status);
  const waits = doc.lossDocId !== null ? { disabled: true, reason: `短少出库单${doc.lossDocNo}正在审核` } : {};
  return [
    is('DRAFT') && can.make && { label: '提交审核', tone: 'primary', onPress: () => again(submitDialog(doc)) },
    isEditable(doc.status) && can.make && { label: '编辑', href: href(`${base}/create`, { id: doc.id }) },
    is('PENDING_AUDIT') && can.audit && { label: '审核并调出', tone: 'primary', onPress: () => again(auditDialog([doc])) },
    is('PENDING_AUDIT') && (can.audit || doc.mine) && { label: '退回修改', onPress: () => again(returnDialog(doc)) },
    approvalWay('stock_transfer', doc.id, is('DRAFT')),
    open && can.make && doc.receives && { label: '收货', tone: 'primary', ...waits, onPress: receive },
    open && can.make && doc.receives && { label: '短少结案', tone: 'danger', ...waits, onPress: () => again(closeDialog(doc)) },
    is('DRAFT') &&
      can.make && {
        label: '删除',
        tone: 'danger',
        onPress: async () => {
          if (await deleteDialog(doc)) location.assign(base);
        },
      },
  ];
}

const figure = (of: 'inQty' | 'lossQty' | 'open') => (line: Line) =>
  compareQty(line[of], '0') > 0 ? <Qty value={line[of]} unit={line.baseUnitName} /> : <span className="text-ink-3">- -</span>;

const columns = (cost: boolean): Column<Line>[] => [
  { key: 'lineNo', title: '行号', align: 'right' },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'name', title: '商品', fixed: true, cell: (line) => [line.name, line.saleText].filter(Boolean).join(' / ') },
  { key: 'spec', title: '规格' },
  { key: 'qty', title: '调拨数量', align: 'right', cell: (line) => <Qty value={line.qty} unit={line.unitName} /> },
  { key: 'baseQty', title: '基本数量', align: 'right', cell: (line) => <Qty value={line.baseQty} unit={line.baseUnitName} /> },
  { key: 'inQty', title: '已收', align: 'right', cell: figure('inQty') },
  { key: 'open', title: '在途', align: 'right', cell: figure('open') },
  { key: 'lossQty', title: '短少', align: 'right', cell: figure('lossQty') },
  ...(cost ? ([{ key: 'cost', title: '成本单价(元)', kind: 'price' }] satisfies Column<Line>[]) : []),
  { key: 'batchNo', title: '批次号' },
  { key: 'remark', title: '备注' },
];
