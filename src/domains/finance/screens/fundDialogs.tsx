import { useMemo } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { capitals } from '~/shared/capitals';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { accountLowBalance, accountOpen, depositConfirm, holdFreeze, holdRelease } from '../calls';
import type { DepositRef } from './fundActions';

/** A dialog's subject and what follows when it is done. Each opening is one form session, with one idempotency key. */
interface Asked<T> {
  of: T | null;
  onClose: () => void;
  onDone: () => void;
}

/** 大写 under an amount as it is typed. */
export const capitalHint = (amount: string): string => {
  const words = capitals(amount);
  return words ? `大写：${words}` : '最多两位小数';
};

/** 手工冻结. */
export function FreezeDialog({ of, onClose, onDone }: Asked<{ id: string; customerName: string; available: string }>) {
  const key = useMemo(newKey, [of]);
  return (
    <FormDialog
      open={of !== null}
      onClose={onClose}
      title={`手工冻结：${of?.customerName ?? ''}`}
      defaults={{ amount: '', reason: '' }}
      submit={async ({ amount, reason }) => {
        await call(holdFreeze, { accountId: of?.id ?? '', amount, reason }, { key });
        toast(`已冻结${formatMoney(amount)}元`, 'ok');
        onDone();
      }}
    >
      <Field name="amount" label="冻结金额" required hint={`可用 ${formatMoney(of?.available ?? '0')} 元`}>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="reason" label="冻结原因" required>
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}

/** 手工解冻, all or part of what is still held. */
export function ReleaseDialog({ of, onClose, onDone }: Asked<{ id: string; no: string; open: string }>) {
  const key = useMemo(newKey, [of]);
  return (
    <FormDialog
      open={of !== null}
      onClose={onClose}
      title={`手工解冻：${of?.no ?? ''}`}
      defaults={{ amount: of?.open ?? '', reason: '' }}
      submit={async ({ amount, reason }) => {
        await call(holdRelease, { id: of?.id ?? '', amount, reason }, { key });
        toast(`已解冻${formatMoney(amount)}元`, 'ok');
        onDone();
      }}
    >
      <Field name="amount" label="解冻金额" required hint={`剩余冻结 ${formatMoney(of?.open ?? '0')} 元`}>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="reason" label="解冻原因" required>
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}

/** 最低余额提醒; empty: none. */
export function LowBalanceDialog({ of, onClose, onDone }: Asked<{ id: string; customerName: string; lowBalance: string | null }>) {
  return (
    <FormDialog
      open={of !== null}
      onClose={onClose}
      title={`最低余额提醒：${of?.customerName ?? ''}`}
      defaults={{ lowBalance: of?.lowBalance ?? '' }}
      submit={async ({ lowBalance }) => {
        await call(accountLowBalance, { id: of?.id ?? '', lowBalance });
        toast('已保存', 'ok');
        onDone();
      }}
    >
      <Field name="lowBalance" label="最低余额" hint="可用余额低于该值时列表标红；留空不提醒">
        <NumberInput decimals={2} unit="元" />
      </Field>
    </FormDialog>
  );
}

/** 开户 of one customer. */
export function OpenDialog({ of, onClose, onDone }: Asked<true>) {
  return (
    <FormDialog
      open={of !== null}
      onClose={onClose}
      title="开户"
      defaults={{ customerId: '' }}
      submit={async ({ customerId }) => {
        const { count } = await call(accountOpen, { customerIds: customerId ? [customerId] : [] });
        toast(count ? '开户成功' : '该客户已有资金账户', count ? 'ok' : 'info');
        onDone();
      }}
    >
      <Field name="customerId" label="客户" required>
        <CustomerPicker />
      </Field>
    </FormDialog>
  );
}

/** 确认入账: the person reads the voucher and types the sum again. */
export function ConfirmDialog({ of, onClose, onDone }: Asked<readonly DepositRef[]>) {
  const key = useMemo(newKey, [of]);
  const docs = of ?? [];
  return (
    <FormDialog
      open={docs.length > 0}
      onClose={onClose}
      title={docs.length === 1 ? `确认入账：${docs[0]?.no}` : `确认入账：${docs.length}张入账单`}
      defaults={{ amount: '' }}
      ok="确认入账"
      submit={async ({ amount }) => {
        const { count } = await call(depositConfirm, { items: docs.map(({ id, version }) => ({ id, version })), amount }, { key });
        toast(`已确认${count}张入账单`, 'ok');
        onDone();
      }}
    >
      <Field name="amount" label={docs.length === 1 ? '核对金额' : '核对合计金额'} required hint="请对照银行到账金额重新输入，与入账单一致才能确认">
        <Input suffix="元" autoFocus />
      </Field>
    </FormDialog>
  );
}
