import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AttachedFile } from '~/domains/file/attachment.schema';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { href } from '~/portal/href';
import { STOCK_COST_VIEW } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { formatYuan } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Input, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { Money } from '~/ui/values/Money';
import type { stockInDetail, stockInSave, stockOutDetail } from '../calls';
import { amountOf, type GoodsLine, GoodsLines, isFound, lineChecks, pasteNote } from '../pickers/GoodsLines';
import { WarehousePicker } from '../pickers/WarehousePicker';
import { StockDocLine, StockInForm, StockOutForm } from '../stockDoc.schema';
import { isEditable, isTransitLoss, MAX_LINES, stockDocStates } from '../stockDocState';
import type { DocWay } from './docWays';

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
  lines: GoodsLine[];
}
/** As the server checks it, with the words beside the cell a person typed in. */
const schemaOf = (way: DocWay) =>
  (way.what === '入库' ? StockInForm : (StockOutForm as unknown as typeof StockInForm)).extend({
    warehouseId: z.string().min(1, '请选择仓库'),
    lines: z
      .array(StockDocLine.extend(lineChecks).refine(...isFound))
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
    expiresOn: line.expiresOn ?? '',
    byBatch: line.byBatch,
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
  if (!old) return <OpenForm {...props} />;
  const named = `${way.noun}${old.no}`;
  const detail = href(way.pages.detail, { id: old.id });
  if (!isEditable(old.status)) {
    const note = old.status === 'PENDING_AUDIT' ? '请先由审核人退回修改' : old.status === 'DONE' ? way.words.done : undefined;
    return <NotEditable named={named} state={stockDocStates[old.status]} note={note} detailHref={detail} />;
  }
  if (isTransitLoss(old))
    return <NotEditable title={`${named}由调拨单${old.sourceNo}的短少结案生成，不能编辑`} note="可以删除后在调拨单重新结案" detailHref={detail} />;
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
      <FormSection title={`${way.what}明细`} flush note={pasteNote(seesCost)}>
        <GoodsLines seesCost={seesCost} comesIn={way.what === '入库'} />
      </FormSection>
    </FormPage>
  );
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
