import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { statementAdjust } from '../calls';
import type { Dispute } from '../statement.schema';

const ways = [
  { value: '-', label: '减少应收（客户少付）' },
  { value: '+', label: '增加应收（客户多付）' },
];

/** 登记调整: posted when somebody else has agreed. */
export default function AdjustDialog({
  statement,
  dispute,
  onClose,
}: {
  statement: { id: string; version: number };
  dispute?: Dispute | undefined;
  onClose: () => void;
}) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={dispute ? `更正异议：${dispute.seq === null ? '整单' : `第${dispute.seq}行 ${dispute.bizNo}`}` : '登记应收调整'}
      ok="提交审批"
      defaults={{ way: '-', amount: '', reason: dispute?.note ?? '' }}
      submit={async ({ way, amount, reason }) => {
        const { id, version } = statement;
        await call(statementAdjust, { id, version, disputeId: dispute?.id ?? null, amount: way === '-' ? `-${amount}` : amount, reason }, { key });
        toast('应收调整已提交，须由其他人审批', 'ok');
        location.reload();
      }}
    >
      <Field name="way" label="方向" required>
        <Select options={ways} />
      </Field>
      <Field name="amount" label="金额(元)" required hint="审批通过后记入通过当天，计入下一账期；已发送的对账单不变">
        <NumberInput decimals={2} />
      </Field>
      <Field name="reason" label="调整原因" required hint="客户在下一张对账单的摘要中看到">
        <Textarea rows={3} maxLength={300} />
      </Field>
    </FormDialog>
  );
}
