import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import type { AdjustDetail, DisputeDetail } from '../adjust.schema';
import { adjustRestore, disputeUphold } from '../calls';

/** 判定成立: the amount is asked to be taken off. */
export function UpholdDialog({ dispute, onClose }: { dispute: DisputeDetail; onClose: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`争议${dispute.no}成立`}
      ok="提交审批"
      defaults={{ amount: dispute.amount, answer: '' }}
      submit={async ({ amount, answer }) => {
        const made = await call(disputeUphold, { id: dispute.id, version: dispute.version, amount, answer }, { key });
        toast(`应收调整单${made.no}已提交，审批通过后减少应收`, 'ok');
        location.reload();
      }}
    >
      <Field name="amount" label="成立金额" required hint={`争议${formatMoney(dispute.amount)}元，成立部分经审批后减少应收，其余恢复收款`}>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="answer" label="处理说明" required>
        <Textarea rows={3} maxLength={300} />
      </Field>
    </FormDialog>
  );
}

/** 恢复调整: what was taken off is owed again, by approval too. */
export function RestoreDialog({ adjust, onClose }: { adjust: AdjustDetail; onClose: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`恢复应收调整单${adjust.no}`}
      ok="提交审批"
      defaults={{ amount: '', reason: '' }}
      submit={async ({ amount, reason }) => {
        const made = await call(adjustRestore, { id: adjust.id, amount, reason }, { key });
        toast(`应收调整单${made.no}已提交，须由其他人审批`, 'ok');
        location.reload();
      }}
    >
      <Field name="amount" label="恢复金额" required hint={`原调整${formatMoney(adjust.amount)}元，已恢复${formatMoney(adjust.restored)}元`}>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="reason" label="恢复原因" required>
        <Textarea rows={3} maxLength={300} />
      </Field>
    </FormDialog>
  );
}
