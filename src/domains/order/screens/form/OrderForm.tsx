import { useCallback, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isRefused, newKey } from '~/shell/call';
import { FormPage } from '~/ui/form/FormPage';
import { confirm } from '~/ui/kit/confirm';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { usePhone } from '~/ui/kit/usePhone';
import { blankDraft, draftFrom, draftOf, linesToSend, type OrderWire, rowOfLine } from '../../form/orderForm';
import { FormDraft, type FormRow } from '../../form/orderForm.schema';
import type { Buyer, DealerOrderDetail, OrderDetail, Quote } from '../../views/orderView.schema';
import { FormLines } from '../lines/FormLines';
import { detailHref } from '../perspective';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { type ShopPlace, useShopPlace } from '../shop/useShopPlace';
import { destinationOf, FundsCard, useBuyer } from './BuyerPanel';
import { ExpenseFields } from './ExpenseFields';
import { FileFields, HeadFields, PlaceFields } from './OrderFields';
import { Sums } from './Sums';
import { useQuotes } from './useQuotes';

/** Fetched by phones only. */
const Shop = late(() => import('../shop/Shop'));

type QuoteOf = (row: FormRow) => Quote | undefined;
interface Props {
  perspective: PerspectiveCalls;
  /** The draft or rejected order being edited. */
  order?: OrderDetail | DealerOrderDetail | undefined;
  /** An order whose goods and destination a new one starts from. */
  from?: OrderDetail | DealerOrderDetail | undefined;
  buyer?: Buyer | undefined;
  warehouses?: readonly { id: string; name: string; isDefault: boolean }[];
}
interface Changed {
  index: number;
  skuCode: string;
  name: string;
  old: string;
  now: string;
}

/** Entry of an order, for both sides: nothing typed is lost, whatever the server answers. */
export function OrderForm({ perspective, order, from, buyer, warehouses = [] }: Props) {
  const key = useRef(newKey());
  const [quoteOf, setQuoteOf] = useState<QuoteOf>(() => () => undefined);
  const [credit, setCredit] = useState(buyer?.credit ?? null);
  const onQuotes = useCallback((next: QuoteOf) => setQuoteOf(() => next), []);
  const defaults = startOf({ order, from, buyer, warehouses });
  const phone = usePhone();
  const shop = useShopPlace(order || from ? 'check' : 'goods');
  const place = perspective.dealer && phone ? shop : null;
  const send = async (draft: FormDraft, how: string, version?: number, accepted?: readonly Changed[]): Promise<void> => {
    const lines = linesToSend(draft.lines, (row) => quoteOf(row)?.price ?? '');
    for (const one of accepted ?? []) if (lines[one.index]) lines[one.index] = { ...(lines[one.index] as OrderWire['lines'][number]), price: one.now };
    const wire = {
      ...draft,
      attachments: order ? undefined : draft.attachments,
      freight: draft.freight || '0.00',
      expense: draft.expense || '0.00',
      lines,
      id: order?.id ?? '',
      rowVersion: version ?? order?.rowVersion ?? 0,
    } as OrderWire;
    try {
      const done = await (how === 'draft' ? perspective.save(wire, key.current) : perspective.place(wire, key.current));
      setTimeout(() => location.assign(detailHref(perspective, done.id)), 0);
    } catch (error) {
      const changed = isRefused(error) && error.data.reason === 'PRICE_CHANGED' ? (error.data['changed'] as Changed[]) : null;
      if (!changed) throw withFormRows(error, draft);
      if (await agreeToPrices(changed)) return send(draft, how, version, changed);
      throw error;
    }
  };
  return (
    <FormPage<FormDraft>
      schema={FormDraft}
      defaults={defaults}
      draftKey={`order/${perspective.dealer ? `dealer/${buyer?.customerId ?? ''}` : 'factory'}/${order?.id ?? 'new'}`}
      submit={(draft, how, _confirmed, version) => send(draft, how, version)}
      latest={order && (() => latestDraft(perspective, order.id))}
      cancelHref={order ? detailHref(perspective, order.id) : `${perspective.base}/list`}
      foot={!place || place.at === 'check'}
      buttons={[
        { key: 'draft', label: '保存草稿', unchecked: true },
        { key: 'submit', label: '提交审核', tone: 'primary' },
      ]}
      footer={<Sums quoteOf={quoteOf} credit={credit} />}
    >
      <Body
        perspective={perspective}
        order={order}
        from={from}
        first={buyer}
        warehouses={warehouses}
        onQuotes={onQuotes}
        onCredit={setCredit}
        place={place}
        waiting={perspective.dealer && phone === null}
      />
    </FormPage>
  );
}

async function latestDraft(perspective: PerspectiveCalls, id: string) {
  const now = await perspective.detail(id);
  return { values: draftOf(now), version: now.rowVersion };
}

function startOf({ order, from, buyer, warehouses = [] }: Omit<Props, 'perspective'>): FormDraft {
  if (order) return draftOf(order);
  if (from) return draftFrom(from);
  const main = buyer?.addresses[0];
  return {
    ...blankDraft(buyer?.customerId ?? ''),
    salesMemberId: buyer?.salesMemberId ?? '',
    warehouseId: warehouses.find((one) => one.isDefault)?.id ?? '',
    ...(main ? destinationOf(main) : {}),
  };
}

const agreeToPrices = async (changed: readonly Changed[]): Promise<boolean> =>
  Boolean(
    await confirm({
      title: '价格已调整，是否按新价提交？',
      body: changed.map((one) => `${one.name}（${one.skuCode}）：${one.old} → ${one.now} 元`).join('\n'),
      ok: '按新价提交',
      cancel: '返回修改',
    }),
  );

function withFormRows(error: unknown, draft: FormDraft): unknown {
  if (!isRefused(error) || !error.data.fields) return error;
  const rows = rowOfLine(draft.lines);
  error.data.fields = Object.fromEntries(
    Object.entries(error.data.fields).map(([path, message]) => [
      path.replace(/^lines\.(\d+)\.(\w+)/, (_, n, field) => `lines.${rows[Number(n)] ?? n}.${field === 'skuId' || field === 'price' ? 'skuCode' : field}`),
      message,
    ]),
  );
  return error;
}

interface BodyProps {
  perspective: PerspectiveCalls;
  order: Props['order'];
  from: Props['from'];
  first: Buyer | undefined;
  warehouses: NonNullable<Props['warehouses']>;
  onQuotes: (quoteOf: QuoteOf) => void;
  onCredit: (credit: Buyer['credit']) => void;
  /** How far a dealer on a phone has come; null on a computer. */
  place: ShopPlace | null;
  /** Nobody knows yet which of both screens it is. */
  waiting: boolean;
}

function Body({ perspective, order, from, first, warehouses, onQuotes, onCredit, place, waiting }: BodyProps) {
  const buyer = useBuyer(perspective, first);
  useEffect(() => onCredit(buyer?.credit ?? null), [buyer, onCredit]);
  const [customerId, projectId, warehouseId, lines] = useWatch<FormDraft, ['customerId', 'projectId', 'warehouseId', 'lines']>({
    name: ['customerId', 'projectId', 'warehouseId', 'lines'],
  });
  const quoteOf = useQuotes(perspective, { customerId, projectId, warehouseId }, lines, place?.checks);
  useEffect(() => onQuotes(quoteOf), [quoteOf, onQuotes]);
  const rejected = order?.closeReason && order.status === 'REJECTED' && (
    <Alert tone="danger" title="已驳回">
      {order.closeReason}
    </Alert>
  );
  const head = <HeadFields perspective={perspective} order={order} shown={order ?? from} buyer={buyer} first={first} warehouses={warehouses} />;
  const rest = (
    <>
      <PlaceFields perspective={perspective} buyer={buyer} />
      <FileFields order={order} />
    </>
  );
  if (place)
    return (
      <Shop
        perspective={perspective}
        place={place}
        quoteOf={quoteOf}
        kept={order ?? from}
        waiting={<Skeleton lines={10} className="rounded-lg bg-paper p-4" />}
      >
        {rejected}
        {place.at === 'check' && (
          <>
            {rest}
            {head}
            <FundsCard buyer={buyer} mine={perspective.dealer} />
            <ExpenseFields quoteOf={quoteOf} mine={perspective.dealer} />
          </>
        )}
      </Shop>
    );
  return (
    <>
      {waiting && <Skeleton lines={10} className="rounded-lg bg-paper p-4 sm:hidden" />}
      <div className={waiting ? 'contents max-sm:hidden' : 'contents'}>
        {rejected}
        {head}
        <FundsCard buyer={buyer} mine={perspective.dealer} />
        <FormLines
          perspective={perspective}
          quoteOf={quoteOf}
          waiting={waiting}
          first={perspective.dealer && !order}
          warehouseOf={(id) => warehouses.find((one) => one.id === id)?.name}
        />
        <ExpenseFields quoteOf={quoteOf} mine={perspective.dealer} />
        {rest}
      </div>
    </>
  );
}
