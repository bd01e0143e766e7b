import { useState } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Alert } from '~/ui/kit/Feedback';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { type ApplyKind, applyKinds } from '../apply';
import type { ApplyDetail } from '../apply.schema';
import { applyGrant } from '../calls';

interface Draft {
  granted: string;
  reason: string;
}

/** 核定额度: another amount than was asked for, before the application passes. */
export default function GrantDialog({ apply, onClose, onDone }: { apply: ApplyDetail; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const asked = apply.requested === null ? '不限' : `${formatMoney(apply.requested)}元`;
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`核定${applyKinds[apply.kind as ApplyKind]}申请${apply.no}的额度`}
      defaults={{ granted: apply.granted ?? apply.requested ?? '', reason: apply.grantReason }}
      ok="核定"
      submit={async ({ granted, reason }) => {
        await call(applyGrant, { id: apply.id, version: apply.version, granted, reason }, { key });
        toast('额度已核定，申请人会收到通知', 'ok');
        onDone();
      }}
    >
      <Alert tone="info">
        申请额度{asked}
        {apply.suggestedHi !== null && `，建议上限${formatMoney(apply.suggestedHi)}元`}。通过后按核定额度生效，申请人会看到核定的金额和原因。
      </Alert>
      <Field name="granted" label="核定额度" required hint={apply.kind === 'DECREASE' ? '不能低于申请调减到的额度' : '不能超过申请额度'}>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="reason" label="核定原因" required>
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}
