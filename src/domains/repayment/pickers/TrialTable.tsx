import { bucketName } from '~/domains/credit/pickers/termsNames';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import type { Column } from '~/ui/list/types';
import { formatMoney } from '~/ui/values/format';
import { StatusTag } from '~/ui/values/StatusTag';
import { itemStates, itemTones } from '../repayment';
import type { PaymentTrial } from '../repayment.schema';

type Row = PaymentTrial['rows'][number];

const columns: Column<Row>[] = [
  { key: 'no', title: '计划号' },
  { key: 'dueOn', title: '应还日', kind: 'date' },
  { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={itemStates} tones={itemTones} /> },
  { key: 'owed', title: '还前(元)', kind: 'money' },
  { key: 'penalty', title: '本次违约金(元)', align: 'right', cell: (row) => formatMoney(row.now.penalty) },
  { key: 'charges', title: '本次利息费用(元)', kind: 'money' },
  { key: 'principal', title: '本次本金(元)', align: 'right', cell: (row) => formatMoney(row.now.principal) },
  { key: 'left', title: '还后(元)', kind: 'money' },
];
const changeColumns: Column<PaymentTrial['changes'][number]>[] = [
  { key: 'paymentNo', title: '还款单' },
  { key: 'itemNo', title: '计划号' },
  { key: 'bucket', title: '科目', cell: (row) => bucketName(row.bucket) },
  { key: 'before', title: '原核销(元)', kind: 'money' },
  { key: 'after', title: '改为(元)', kind: 'money' },
];

/** What a payment would settle, before anybody agrees to it. */
export function TrialTable({ trial }: { trial: PaymentTrial }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="figures text-sm text-ink-2">
        应还合计 {formatMoney(trial.owed)} 元，还后剩余 {formatMoney(trial.left)} 元；本次余款 {formatMoney(trial.rest)} 元
        {Number(trial.rest) > 0 ? '，将留作预收' : ''}
      </p>
      {trial.backdated && <Alert tone="warn">入账日早于已核销的还款，之后的还款会按入账日重新核销，须经还款审批。</Alert>}
      <DetailTable<Row> caption="试算" rows={trial.rows} columns={columns} empty="没有未还的计划，款项将全部留作预收" />
      {trial.changes.length > 0 && <DetailTable caption="会改变的核销" rows={trial.changes} columns={changeColumns} empty="" />}
    </div>
  );
}
