import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AttachedFile } from '~/domains/file/attachment.schema';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { SkuCodeInput } from '~/domains/product/pickers/SkuCodeInput';
import { type ChosenSku, type PickedSku, SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { skusOfCells } from '~/domains/product/pickers/skuCodes';
import { href } from '~/portal/href';
import { STOCK_COST_VIEW } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits, formatYuan, lineAmount } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import type { FormColumn } from '~/ui/form/tableTypes';
import { DateInput } from '~/ui/kit/Dates';
import { Input, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { Money } from '~/ui/values/Money';
import type { stockInDetail, stockInSave, stockOutDetail } from '../calls';
import { WarehousePicker } from '../pickers/WarehousePicker';
import { StockDocLine, StockInForm, StockOutForm } from '../stockDoc.schema';
import { MAX_LINES, stockDocStates } from '../stockDocState';
import type { DocWay } from './docWays';

interface Line {
  id: string;
  skuId: string;
  skuCode: string;
  /** The code the product was found by; another one typed since must be found first. */
  known: string;
  name: string;
  unitId: string;
  units?: { unitId: string; name: string }[];
  qty: string;
  price: string;
  batchNo: string;
  remark: string;
}
interface Draft {
  id: string;
  version: number;
  warehouseId: string;
  kind: string;
  bizDate: string;
  counterparty: string;
  sourceNo: string;
  remark: string;
  attachments: AttachedFile[];
  lines: Line[];
}
/** As the server checks it, with the words beside the cell a person typed in. */
const schemaOf = (way: DocWay) =>
  (way.what === '入库' ? StockInForm : (StockOutForm as unknown as typeof StockInForm)).extend({
    warehouseId: z.string().min(1, '请选择仓库'),
    lines: z
      .array(
        StockDocLine.extend({ skuId: z.string(), unitId: z.string(), skuCode: z.string().trim().min(1, '请输入SKU编码'), known: z.string() }).refine(
          (line) => line.skuId !== '' && line.skuCode === line.known,
          { path: ['skuCode'], message: '没有找到这个编码的商品' },
        ),
      )
      .min(1, '请至少添加一行商品')
      .max(MAX_LINES, `一张${way.noun}最多${MAX_LINES}行`),
  });

type Old = AnswerOf<typeof stockInDetail> | AnswerOf<typeof stockOutDetail>;
export interface DocFormProps {
  old?: Old | undefined;
  warehouse?: { id: string; name: string } | undefined;
  today: string;
}

type Props = DocFormProps & { way: DocWay };

const blankLine = (): Line => ({ id: '', skuId: '', skuCode: '', known: '', name: '', unitId: '', qty: '', price: '', batchNo: '', remark: '' });
const productOf = (sku: PickedSku) => ({
  skuId: sku.skuId,
  skuCode: sku.skuCode,
  known: sku.skuCode,
  name: [sku.name, sku.saleText].filter(Boolean).join(' / '),
  unitId: sku.baseUnitId,
  units: sku.units,
});
const noProduct = { skuId: '', known: '', name: '', unitId: '', units: [] };
const lineOf = (sku: PickedSku, qty = '', price = ''): Line => ({ ...blankLine(), ...productOf(sku), qty, price });

function draftOf({ way, old, warehouse, today }: Props): Draft {
  const head = { counterparty: old?.counterparty ?? '', sourceNo: old?.sourceNo ?? '', remark: old?.remark ?? '', attachments: old?.attachments ?? [] };
  const lines = old?.lines.map((line) => ({
    id: line.id,
    skuId: line.skuId,
    skuCode: line.skuCode,
    known: line.skuCode,
    name: [line.name, line.saleText].filter(Boolean).join(' / '),
    unitId: line.unitId,
    units: line.units,
    qty: line.qty,
    price: line.price ?? '',
    batchNo: line.batchNo,
    remark: line.remark,
  }));
  return {
    id: old?.id ?? '',
    version: old?.version ?? 1,
    warehouseId: old?.warehouseId ?? warehouse?.id ?? '',
    kind: old?.kind ?? way.firstKind,
    bizDate: old?.bizDate ?? today,
    ...head,
    lines: lines ?? [],
  };
}

export function DocForm(props: Props) {
  const { way, old } = props;
  if (old && old.status !== 'DRAFT')
    return (
      <NotEditable
        title={`${way.noun}${old.no}当前状态为“${stockDocStates[old.status]}”，不能编辑`}
        note={old.status === 'PENDING_AUDIT' ? '请先由审核人退回修改' : old.status === 'DONE' ? way.words.done : undefined}
        detailHref={href(way.pages.detail, { id: old.id })}
      />
    );
  return <OpenForm {...props} />;
}

function OpenForm(props: Props) {
  const { way, old, warehouse, today } = props;
  const [schema] = useState(() => schemaOf(way));
  const [key] = useState(newKey);
  const seesCost = useCan(STOCK_COST_VIEW) && way.priced;
  const submit = async (draft: Draft, how: string) => {
    const { id } = await call(way.calls.save as typeof stockInSave, { ...draft, submit: how === 'submit' } as never, { key: `${key}-${how}` });
    location.assign(href(way.pages.detail, { id }));
  };
  return (
    <FormPage<Draft>
      schema={schema as never}
      defaults={draftOf(props)}
      draftKey={`${way.key}/${old ? `${old.id}.${old.version}` : 'new'}`}
      submit={submit}
      latest={
        old
          ? async () => {
              const now = await call(way.calls.detail as typeof stockInDetail, { id: old.id });
              return { values: draftOf({ ...props, old: now }), version: now.version };
            }
          : undefined
      }
      cancelHref={old ? href(way.pages.detail, { id: old.id }) : way.pages.list}
      buttons={[
        { key: 'draft', label: '保存草稿' },
        { key: 'submit', label: '提交审核', tone: 'primary' },
      ]}
      footer={seesCost && <TotalCost />}
    >
      <FormSection title={old ? `${way.what}信息：${old.no}` : `${way.what}信息`} columns={3}>
        <Field name="warehouseId" label="仓库" required>
          <WarehousePicker shown={old?.warehouseName ?? warehouse?.name ?? ''} />
        </Field>
        <Field name="kind" label={`${way.what}类型`} required>
          <Select options={optionsOf(way.ownKinds)} />
        </Field>
        <Field name="bizDate" label="业务日期" required>
          <DateInput max={today} />
        </Field>
        <Field name="counterparty" label="往来方" hint={way.words.counterparty}>
          <Input />
        </Field>
        <Field name="sourceNo" label="来源单号">
          <Input />
        </Field>
        <Field name="remark" label="备注">
          <Textarea rows={1} maxLength={200} />
        </Field>
        <Field name="attachments" label="附件" hint={way.words.files}>
          <AttachmentInput />
        </Field>
      </FormSection>
      <FormSection title={`${way.what}明细`} columns={1}>
        <Lines seesCost={seesCost} />
      </FormSection>
    </FormPage>
  );
}

function Lines({ seesCost }: { seesCost: boolean }) {
  const [picking, setPicking] = useState(false);
  const { getValues, setValue } = useFormContext<Draft>();
  const add = (rows: readonly ChosenSku[]) => {
    const kept = getValues('lines').filter((line) => line.skuId !== '');
    setValue('lines', [...kept, ...rows.map((sku) => lineOf(sku, sku.qty))], { shouldDirty: true, shouldValidate: false });
  };
  return (
    <>
      <FormTable<Line>
        name="lines"
        newRow={blankLine}
        columns={columns(seesCost)}
        max={MAX_LINES}
        paste={fromCells}
        actions={() => [{ label: '选择商品', tone: 'primary', onPress: () => setPicking(true) }]}
        footer={(rows) => ({
          skuCode: `共${rows.filter((row) => row.skuId).length}行`,
          qty: displayUnits(
            rows.flatMap((row) => (isQty(row.qty) ? [{ qty: row.qty, unitName: row.units?.find((unit) => unit.unitId === row.unitId)?.name ?? '' }] : [])),
          ),
        })}
      />
      <p className="mt-2 text-sm text-ink-3">可从 Excel 复制“SKU编码、数量{seesCost ? '、单价' : ''}”直接粘贴到表格中。</p>
      <SkuPicker open={picking} onClose={() => setPicking(false)} onPick={add} all counted />
    </>
  );
}

const columns = (seesCost: boolean): FormColumn<Line>[] => [
  {
    key: 'skuCode',
    title: 'SKU编码',
    required: true,
    width: 140,
    input: ({ props, row, set }) => <SkuCodeInput {...props} known={row.known} onFound={(sku) => set(sku ? productOf(sku) : noProduct)} />,
  },
  { key: 'name', title: '商品', width: 220, cell: (row) => row.name || <span className="text-ink-3">输入编码或选择商品</span> },
  {
    key: 'unitId',
    title: '单位',
    width: 96,
    input: ({ props, row }) => <Select {...props} options={(row.units ?? []).map((unit) => ({ value: unit.unitId, label: unit.name }))} />,
  },
  { key: 'qty', title: '数量', kind: 'qty', required: true, width: 120 },
  ...(seesCost
    ? ([
        { key: 'price', title: '成本单价(元)', kind: 'price', width: 130 },
        { key: 'amount', title: '金额(元)', kind: 'money', cell: (row) => <Money value={amountOf(row) ?? undefined} /> },
      ] satisfies FormColumn<Line>[])
    : []),
  { key: 'batchNo', title: '批次号', width: 120 },
  { key: 'remark', title: '备注', width: 160 },
];

/** Pasted rows: code, quantity and perhaps a price. */
const fromCells = async (cells: string[][]): Promise<Line[] | undefined> =>
  (await skusOfCells(cells))?.map(({ sku, rest: [qty, price] }) => lineOf(sku, qty ?? '', price ?? ''));

const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text);

function amountOf(line: Pick<Line, 'qty' | 'price'>): string | null {
  if (!isQty(line.qty) || !/^\d{1,12}(\.\d{1,6})?$/.test(line.price)) return null;
  return formatYuan(lineAmount(line.qty, line.price));
}

function TotalCost() {
  const lines = useWatch<Draft, 'lines'>({ name: 'lines' });
  const total = (lines ?? []).reduce((sum, line) => sum + BigInt((amountOf(line) ?? '0').replace('.', '')), 0n);
  return (
    <span>
      金额合计 <Money value={formatYuan(total)} sign strong />
    </span>
  );
}
