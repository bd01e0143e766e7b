import { useMemo } from 'react';
import { shanghaiTime } from '~/shared/dates';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { withdrawalAsk, withdrawalPay } from '../calls';
import { FlowNoField, ReceiptWaySelect } from '../pickers/ReceiptWay';
import { blankWithdrawal, WithdrawalFields } from '../pickers/WithdrawalFields';
import type { ReceiptWay } from '../receiptWay';
import type { WithdrawalRef } from './withdrawalActions';

interface Asked<T> {
  of: T | null;
  onClose: () => void;
  onDone: () => void;
}

/** 提现 of a customer's balance, asked for by the factory. */
export function WithdrawDialog({ of, onClose, onDone }: Asked<{ customerId: string; customerName: string; available: string }>) {
  const key = useMemo(newKey, [of]);
  return (
    <FormDialog
      open={of !== null}
      onClose={onClose}
      title={`提现：${of?.customerName ?? ''}`}
      defaults={{ ...blankWithdrawal, payee: of?.customerName ?? '' }}
      ok="提交审批"
      submit={async (draft) => {
        const { no } = await call(withdrawalAsk, { ...draft, customerId: of?.customerId ?? '' }, { key });
        toast(`提现单${no}已提交审批`, 'ok');
        onDone();
      }}
    >
      <WithdrawalFields available={of?.available ?? '0'} />
    </FormDialog>
  );
}

/** 登记付款. */
export function PayDialog({ of, onClose, onDone }: Asked<WithdrawalRef & { amount: string; fullAccount: string; payee: string; bank: string }>) {
  const key = useMemo(newKey, [of]);
  return (
    <FormDialog
      open={of !== null}
      onClose={onClose}
      title={`登记付款：${of?.no ?? ''}`}
      defaults={{ payWay: 'BANK', bankFlowNo: '', paidAt: shanghaiTime(new Date()) }}
      ok="确认已付款"
      submit={async ({ payWay, bankFlowNo, paidAt }) => {
        const instant = new Date(`${paidAt.replace(' ', 'T')}+08:00`).toISOString();
        await call(withdrawalPay, { id: of?.id ?? '', version: of?.version ?? 1, payWay: payWay as ReceiptWay, bankFlowNo, paidAt: instant }, { key });
        toast('已登记付款', 'ok');
        onDone();
      }}
    >
      <p className="text-sm text-ink-2">
        付给 {of?.payee}（{of?.bank} {of?.fullAccount}）{formatMoney(of?.amount ?? '0')} 元
      </p>
      <Field name="payWay" label="付款方式" required>
        <ReceiptWaySelect />
      </Field>
      <FlowNoField name="bankFlowNo" label="银行流水号" />
      <Field name="paidAt" label="付款时间" required>
        <DateInput time />
      </Field>
    </FormDialog>
  );
}
