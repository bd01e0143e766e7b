import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { accountName } from '~/domains/finance/pickers/accountName';
import { MovedBatches } from '~/domains/warehouse/pickers/MovedBatches';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { href } from '~/portal/href';
import { REVERSE_ADD, REVERSE_AUDIT, REVERSE_RECEIVE, REVERSE_REFUND } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import type { Actions } from '~/ui/kit/types';
import { StatusTag } from '~/ui/values/StatusTag';
import type { returnDetail } from '../calls';
import { isOver, returnStates } from '../returns';
import { cancelDialog, submitDialog, withdrawDialog } from './actions';
import { factorySide as side } from './perspective';
import { Basics, Events, factsOf, Lines, ReturnSteps, Split } from './ReturnSections';

type First = AnswerOf<typeof returnDetail>;
type Dialog = 'pass' | 'reject' | 'send' | 'receive' | 'refund' | 'print';
/** Fetched when first opened. */
const AuditDialog = late(() => import('./AuditDialog'));
const RejectDialog = late(() => import('./RejectDialog'));
const SendDialog = late(() => import('./SendDialog'));
const ReceiveDialog = late(() => import('./ReceiveDialog'));
const RefundDialog = late(() => import('./RefundDialog'));
const ReturnPrint = late(() => import('./ReturnPrint'));

export default function ReturnDetail({ first }: { first: First }) {
  const [open, setOpen] = useState<Dialog>();
  const actions = useActions(first, setOpen);
  const dialog = { doc: first, onClose: () => setOpen(undefined), onDone: () => location.reload() };
  return (
    <DetailPage
      title="退货单"
      no={first.no}
      status={<StatusTag status={first.status} names={returnStates} />}
      backHref={`${side.base}/list`}
      steps={<ReturnSteps doc={first} />}
      facts={factsOf(first)}
      actions={actions}
    >
      {first.closeReason && (
        <Alert tone="warn">
          {returnStates[first.status]}，原因：{first.closeReason}
        </Alert>
      )}
      <Basics doc={first} side={side} />
      <Lines doc={first} />
      <Split doc={first} />
      <Stock doc={first} />
      <MovedBatches id={first.id} />
      <Entries doc={first} />
      <DetailSection title="图片与附件">
        <AttachmentPanel type="return_order" subjectId={first.id} />
      </DetailSection>
      <Events doc={first} />
      {open === 'pass' && <AuditDialog {...dialog} />}
      {open === 'reject' && <RejectDialog {...dialog} />}
      {open === 'send' && <SendDialog {...dialog} side={side} />}
      {open === 'receive' && <ReceiveDialog {...dialog} />}
      {open === 'refund' && <RefundDialog {...dialog} />}
      {open === 'print' && <ReturnPrint ids={[first.id]} onClose={dialog.onClose} />}
    </DetailPage>
  );
}

/** What may be done in this state, by whoever looks. */
function useActions(doc: First, open: (dialog: Dialog) => void): Actions {
  const [canAdd, canAudit, canReceive, canRefund] = [useCan(REVERSE_ADD), useCan(REVERSE_AUDIT), useCan(REVERSE_RECEIVE), useCan(REVERSE_REFUND)];
  const { status } = doc;
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const mine = doc.mine ? { disabled: true, reason: '由您申请，须由其他人处理' } : {};
  const goods = doc.type !== 'REFUND_ONLY' && (status === 'WAIT_BACK' || status === 'WAIT_RECEIVE');
  return [
    status === 'DRAFT' && canAdd && { label: '编辑', href: href(`${side.base}/create`, { id: doc.id }) },
    status === 'DRAFT' && canAdd && { label: '提交', tone: 'primary', onPress: () => again(submitDialog(side, doc)) },
    status === 'PENDING_AUDIT' && canAudit && { label: '审核通过', tone: 'primary', ...mine, onPress: () => open('pass') },
    status === 'PENDING_AUDIT' && canAudit && { label: '驳回', tone: 'danger', ...mine, onPress: () => open('reject') },
    status === 'PENDING_AUDIT' && doc.mine && canAdd && { label: '撤回', onPress: () => again(withdrawDialog(side, doc)) },
    goods && canReceive && { label: doc.type === 'EXCHANGE' ? '收货换货' : '收货验收', tone: 'primary', onPress: () => open('receive') },
    goods && canAdd && { label: status === 'WAIT_BACK' ? '填写物流' : '更正物流', onPress: () => open('send') },
    status === 'WAIT_REFUND' && canRefund && { label: '确认退款', tone: 'primary', ...mine, onPress: () => open('refund') },
    { label: '打印', onPress: () => open('print') },
    approvalWay('return_order', doc.id, status === 'DRAFT'),
    !isOver(status) && status !== 'WAIT_REFUND' && canAdd && { label: '取消', tone: 'danger', onPress: () => again(cancelDialog(side, doc)) },
  ];
}

const Stock = ({ doc }: { doc: First }) =>
  doc.stock.length > 0 && (
    <DetailSection title="入库流水" flush>
      <DetailTable
        caption="入库流水"
        rows={doc.stock}
        columns={[
          { key: 'at', title: '时间', kind: 'time' },
          { key: 'step', title: '验收', cell: (row) => (row.step === 'GOOD' ? '良品入库' : '不良品入库') },
          { key: 'warehouseName', title: '仓库' },
          { key: 'skuCode', title: 'SKU编码' },
          { key: 'dOnHand', title: '在库变动', kind: 'qty' },
          { key: 'afterOnHand', title: '变动后在库', kind: 'qty' },
          { key: 'actor', title: '操作人' },
        ]}
      />
    </DetailSection>
  );

const Entries = ({ doc }: { doc: First }) =>
  doc.entries.length > 0 && (
    <DetailSection title="会计分录" flush>
      <DetailTable
        caption="会计分录"
        rows={doc.entries}
        columns={[
          { key: 'bizDate', title: '业务日期', kind: 'date' },
          { key: 'memo', title: '摘要' },
          { key: 'account', title: '科目', cell: (row) => accountName(row.account) },
          { key: 'dr', title: '借方(元)', kind: 'money' },
          { key: 'cr', title: '贷方(元)', kind: 'money' },
          { key: 'actor', title: '操作人' },
        ]}
      />
    </DetailSection>
  );
