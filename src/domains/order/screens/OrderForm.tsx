import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { SalesPicker } from '~/domains/customer/pickers/SalesPicker';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { ProjectPicker } from '~/domains/project/pickers/ProjectPicker';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { formatYuan, parseYuan } from '~/shared/money';
import { isRefused, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { confirm } from '~/ui/kit/confirm';
import { DateInput } from '~/ui/kit/Dates';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { InputProps } from '~/ui/kit/types';
import { Money } from '~/ui/values/Money';
import { orderTypes, payMethods } from '../order';
import { blankDraft, draftFrom, draftOf, FormDraft, type FormRow, linesToSend, type OrderWire, rowOfLine } from '../orderForm';
import type { Buyer, DealerOrderDetail, OrderDetail, Quote } from '../orderView';
import { offeredPayMethods } from '../payMethod';
import { AddressBook, FundsCard, useBuyer } from './BuyerPanel';
import { amountOf, FormLines } from './FormLines';
import type { Face } from './face';
import { detailHref } from './side';
import { useQuotes } from './useQuotes';

type QuoteOf = (row: FormRow) => Quote | undefined;
interface Props {
  face: Face;
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
export function OrderForm({ face, order, from, buyer, warehouses = [] }: Props) {
  const key = useRef(newKey());
  const [quoteOf, setQuoteOf] = useState<QuoteOf>(() => () => undefined);
  const onQuotes = useCallback((next: QuoteOf) => setQuoteOf(() => next), []);
  const defaults = startOf({ order, from, buyer, warehouses });
  const send = async (draft: FormDraft, how: string, version?: number, accepted?: readonly Changed[]): Promise<void> => {
    const lines = linesToSend(draft.lines, (row) => quoteOf(row)?.price ?? '');
    for (const one of accepted ?? []) if (lines[one.index]) lines[one.index] = { ...(lines[one.index] as OrderWire['lines'][number]), price: one.now };
    const wire = {
      ...draft,
      attachments: order ? undefined : draft.attachments,
      freight: draft.freight || '0.00',
      lines,
      id: order?.id ?? '',
      rowVersion: version ?? order?.rowVersion ?? 0,
    } as OrderWire;
    try {
      const done = await (how === 'draft' ? face.save(wire, key.current) : face.place(wire, key.current));
      setTimeout(() => location.assign(detailHref(face, done.id)), 0);
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
      draftKey={`order/${face.dealer ? 'dealer' : 'factory'}/${order?.id ?? 'new'}`}
      submit={(draft, how, _confirmed, version) => send(draft, how, version)}
      latest={order && (() => latestDraft(face, order.id))}
      cancelHref={order ? detailHref(face, order.id) : `${face.base}/list`}
      buttons={[
        { key: 'draft', label: '保存草稿', unchecked: true },
        { key: 'submit', label: '提交审核', tone: 'primary' },
      ]}
      footer={<Sums quoteOf={quoteOf} />}
    >
      <Body face={face} order={order} from={from} first={buyer} warehouses={warehouses} onQuotes={onQuotes} />
    </FormPage>
  );
}

async function latestDraft(face: Face, id: string) {
  const now = await face.detail(id);
  return { values: draftOf(now), version: now.rowVersion };
}

function startOf({ order, from, buyer, warehouses = [] }: Omit<Props, 'face'>): FormDraft {
  if (order) return draftOf(order);
  if (from) return draftFrom(from);
  const sales = buyer?.salesMemberId ?? '';
  return { ...blankDraft(buyer?.customerId ?? ''), salesMemberId: sales, warehouseId: warehouses.find((one) => one.isDefault)?.id ?? '' };
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
  face: Face;
  order: Props['order'];
  from: Props['from'];
  first: Buyer | undefined;
  warehouses: NonNullable<Props['warehouses']>;
  onQuotes: (quoteOf: QuoteOf) => void;
}

function Body({ face, order, from, first, warehouses, onQuotes }: BodyProps) {
  const buyer = useBuyer(face, first);
  const [customerId, warehouseId, lines] = useWatch<FormDraft, ['customerId', 'warehouseId', 'lines']>({ name: ['customerId', 'warehouseId', 'lines'] });
  const quoteOf = useQuotes(face, customerId, warehouseId, lines);
  useEffect(() => onQuotes(quoteOf), [quoteOf, onQuotes]);
  return (
    <>
      {order?.closeReason && order.status === 'REJECTED' && (
        <Alert tone="danger" title="已驳回">
          {order.closeReason}
        </Alert>
      )}
      <FormSection title={face.dealer ? '支付与到货' : '客户与支付'} columns={4}>
        {!face.dealer && (
          <Field name="customerId" label="客户" required span={2}>
            <CustomerPicker shown={(order ?? from)?.customerName ?? first?.name ?? ''} disabled={Boolean(order)} autoFocus={!order} />
          </Field>
        )}
        <Field name="projectId" label="项目">
          <ProjectInput customerId={customerId} shown={(order ?? from)?.projectName ?? ''} />
        </Field>
        <Field name="payMethod" label="支付方式" required>
          <Select options={offeredPayMethods.map((value) => ({ value, label: payMethods[value] }))} />
        </Field>
        <Field name="type" label="订单类型">
          <Select options={optionsOf(orderTypes)} />
        </Field>
        {!face.dealer && (
          <Field name="warehouseId" label="发货仓">
            <Select options={warehouses.map((one) => ({ value: one.id, label: one.name }))} />
          </Field>
        )}
        <Field name="expectDate" label="期望到货日">
          <DateInput />
        </Field>
        {!face.dealer && (
          <Field name="salesMemberId" label="业务员">
            <SalesPicker shown={sellerOf(order ?? from) || buyer?.salesName || ''} />
          </Field>
        )}
        {!face.dealer && (
          <Field name="freight" label="运费(元)">
            <NumberInput decimals={2} />
          </Field>
        )}
      </FormSection>
      <FundsCard buyer={buyer} mine={face.dealer} />
      <FormLines face={face} quoteOf={quoteOf} />
      <FormSection title="收货信息" columns={4}>
        <AddressBook buyer={buyer} />
        <Field name="receiver" label="收货人" required>
          <Input maxLength={30} />
        </Field>
        <Field name="receiverPhone" label="电话" required>
          <Input maxLength={20} />
        </Field>
        <Field name="province" label="省市区" required span={2}>
          <PlaceInput />
        </Field>
        <Field name="address" label="详细地址" required span={4}>
          <Input maxLength={120} />
        </Field>
        <Field name="remark" label="备注" span={face.dealer ? 4 : 2} hint="最多200字">
          <Textarea rows={2} maxLength={200} />
        </Field>
        {!face.dealer && (
          <Field name="internalRemark" label="内部备注" span={2} hint="经销商看不到">
            <Textarea rows={2} maxLength={200} />
          </Field>
        )}
      </FormSection>
      <FormSection title="附件" columns={1}>
        {order ? (
          <AttachmentPanel type="order" subjectId={order.id} />
        ) : (
          <Field name="attachments" label="上传文件" hint={`例如${face.dealer ? '' : '客户'}盖章的订货单、图纸；提交后双方都能查看`}>
            <AttachmentInput />
          </Field>
        )}
      </FormSection>
    </>
  );
}

const sellerOf = (order: Props['order']): string => (order && 'salesName' in order ? order.salesName : '');

/** A project belongs to a customer: another customer, no project. */
function ProjectInput({ customerId, shown, ...input }: InputProps & { customerId: string; shown: string }) {
  const { setValue } = useFormContext<FormDraft>();
  const last = useRef(customerId);
  useEffect(() => {
    if (last.current && last.current !== customerId) setValue('projectId', '', { shouldDirty: true });
    last.current = customerId;
  }, [customerId, setValue]);
  return <ProjectPicker {...input} key={customerId} customerId={customerId} shown={shown} disabled={!customerId} />;
}

function Sums({ quoteOf }: { quoteOf: QuoteOf }) {
  const [lines, freight, payMethod] = useWatch<FormDraft, ['lines', 'freight', 'payMethod']>({ name: ['lines', 'freight', 'payMethod'] });
  const goods = lines.reduce((sum, row) => sum + amountOf(row, quoteOf(row)), 0n);
  const payable = goods + (/^\d{1,13}(\.\d{1,2})?$/.test(freight) ? parseYuan(freight) : 0n);
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <span>
        商品合计 <Money value={formatYuan(goods)} />
      </span>
      <span>
        应付 <Money value={formatYuan(payable)} strong sign className="text-lg" />
      </span>
      <span className="text-ink-2">
        {payMethod === 'BALANCE' ? (
          <>
            提交后冻结 <Money value={formatYuan(payable)} />
          </>
        ) : (
          '线下付款，不冻结资金'
        )}
      </span>
    </p>
  );
}
