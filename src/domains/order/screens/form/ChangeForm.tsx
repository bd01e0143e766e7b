import { useCallback, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { shownYuan, sumFen } from '~/shared/money';
import { call, isRefused, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Alert } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { Money } from '~/ui/values/Money';
import { myOrderChange, orderChange } from '../../calls';
import { draftOf, linesToSend, rowOfLine } from '../../form/orderForm';
import { FormDraft, type FormRow } from '../../form/orderForm.schema';
import type { DealerOrderDetail, OrderDetail, Quote } from '../../views/orderView.schema';
import { amountOf, FormLines } from '../lines/FormLines';
import { detailHref } from '../perspective';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { useQuotes } from './useQuotes';

const ChangeDraft = FormDraft.pick({ customerId: true, projectId: true, warehouseId: true, lines: true }).extend({
  reason: z.string().min(1, '变更原因不能为空').max(200, '变更原因不能超过200个字'),
});
type ChangeDraft = z.infer<typeof ChangeDraft>;
type QuoteOf = (row: FormRow) => Quote | undefined;

/** 变更申请: the lines of an approved order, asked for anew; only what changed is priced again. */
export function ChangeForm({ perspective, order }: { perspective: PerspectiveCalls; order: OrderDetail | DealerOrderDetail }) {
  const [key] = useState(newKey);
  const [quoteOf, setQuoteOf] = useState<QuoteOf>(() => () => undefined);
  const onQuotes = useCallback((next: QuoteOf) => setQuoteOf(() => next), []);
  const { customerId, projectId, warehouseId, lines } = draftOf(order);
  const latest = async () => {
    const now = await perspective.detail(order.id);
    const { customerId: owner, projectId: work, warehouseId: from, lines: stored } = draftOf(now);
    return { values: { customerId: owner, projectId: work, warehouseId: from, lines: stored, reason: '' }, version: now.rowVersion };
  };
  const submit = async (draft: ChangeDraft, _key: string, _confirmed: boolean, version = order.rowVersion) => {
    const kept = new Map(order.lines.map((line) => [line.id, line]));
    const sent = linesToSend(draft.lines, (row) => (kept.get(row.id)?.qty === row.qty ? '' : (quoteOf(row)?.price ?? '')));
    const input = { id: order.id, rowVersion: version, reason: draft.reason, lines: sent };
    try {
      await call(perspective.dealer ? myOrderChange : orderChange, input, { key });
    } catch (error) {
      if (isRefused(error) && error.data.fields) {
        const rows = rowOfLine(draft.lines);
        error.data.fields = Object.fromEntries(
          Object.entries(error.data.fields).map(([path, message]) => [
            path.replace(/^lines\.(\d+)\.(\w+)/, (_, n, field) => `lines.${rows[Number(n)] ?? n}.${field === 'skuId' ? 'skuCode' : field}`),
            message,
          ]),
        );
      }
      throw error;
    }
    toast('变更申请已提交，审批通过后生效', 'ok');
    setTimeout(() => location.assign(detailHref(perspective, order.id)), 0);
  };
  return (
    <FormPage<ChangeDraft>
      schema={ChangeDraft}
      defaults={{ customerId, projectId, warehouseId, lines, reason: '' }}
      draftKey={`order/change/${order.id}/${order.rowVersion}`}
      submit={submit}
      latest={latest}
      cancelHref={detailHref(perspective, order.id)}
      buttons={[{ key: 'submit', label: '提交变更申请', tone: 'primary' }]}
      footer={<Total quoteOf={quoteOf} before={order.goodsAmount} />}
    >
      <Alert tone="info">
        变更订单{order.no}：数量不能小于已发货数量；已发货的行沿用原价，其余改动的行按当前价格重新计价。审批期间按原数量与新数量中较小者发货。
      </Alert>
      <Lines orderId={order.id} perspective={perspective} onQuotes={onQuotes} />
      <FormSection title="变更原因" columns={1}>
        <Field name="reason" label="变更原因" required>
          <Textarea rows={2} maxLength={200} />
        </Field>
      </FormSection>
    </FormPage>
  );
}

function Lines({ orderId, perspective, onQuotes }: { orderId: string; perspective: PerspectiveCalls; onQuotes: (quoteOf: QuoteOf) => void }) {
  const [customerId, projectId, warehouseId, lines] = useWatch<ChangeDraft, ['customerId', 'projectId', 'warehouseId', 'lines']>({
    name: ['customerId', 'projectId', 'warehouseId', 'lines'],
  });
  const quoteOf = useQuotes(perspective, { customerId, projectId, warehouseId, orderId }, lines);
  useEffect(() => onQuotes(quoteOf), [quoteOf, onQuotes]);
  return <FormLines perspective={perspective} quoteOf={quoteOf} />;
}

function Total({ quoteOf, before }: { quoteOf: QuoteOf; before: string }) {
  const lines = useWatch<ChangeDraft, 'lines'>({ name: 'lines' });
  const now = sumFen(lines.map((row) => amountOf(row, quoteOf(row))));
  return (
    <p>
      原商品合计 <Money value={before} />
      ，按当前价格约 <Money value={shownYuan(now)} strong />
    </p>
  );
}
