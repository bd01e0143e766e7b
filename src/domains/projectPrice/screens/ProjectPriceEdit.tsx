import { useState } from 'react';
import { listPriceIn } from '~/domains/product/pickers/listPrice';
import { SkuCodeInput } from '~/domains/product/pickers/SkuCodeInput';
import { type PickedSku, SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { skusOfCells } from '~/domains/product/pickers/skuCodes';
import { ProjectPicker } from '~/domains/project/pickers/ProjectPicker';
import { href } from '~/portal/href';
import { trimQty } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import type { TableHandle } from '~/ui/form/tableTypes';
import { DateInput } from '~/ui/kit/Dates';
import { Alert } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { Price } from '~/ui/values/Price';
import { projectPriceDetail, projectPriceSave } from '../calls';
import { sheetPath } from '../pickers/sheetColumns';
import { isEditable, isHolding, type SheetState, shownStates } from '../projectPrice';
import type { SheetDetail } from '../projectPrice.schema';

interface Line {
  skuId: string;
  skuCode: string;
  known: string;
  name: string;
  unitId: string;
  units: { unitId: string; name: string; listPrice: string | null }[];
  price: string;
  capQty: string;
  remark: string;
}
interface Values {
  projectId: string;
  validFrom: string;
  validTo: string;
  reason: string;
  lines: Line[];
}

const blankLine = (): Line => ({ skuId: '', skuCode: '', known: '', name: '', unitId: '', units: [], price: '', capQty: '', remark: '' });
const noGoods = { skuId: '', known: '', name: '', unitId: '', units: [] };
const goodsOf = (sku: PickedSku) => ({
  skuId: sku.skuId,
  skuCode: sku.skuCode,
  known: sku.skuCode,
  name: [sku.name, sku.saleText].filter(Boolean).join(' / '),
  unitId: sku.baseUnitId,
  units: sku.units.map((unit) => ({
    unitId: unit.unitId,
    name: unit.name,
    listPrice: listPriceIn(sku, unit),
  })),
});

function valuesOf(old: SheetDetail | null, today: string, projectId: string, copy: boolean): Values {
  if (!old) return { projectId, validFrom: today, validTo: '', reason: '', lines: [] };
  const { validFrom, validTo, reason, lines } = old.content;
  return {
    projectId: old.projectId,
    validFrom: copy ? today : validFrom,
    validTo: copy ? '' : validTo,
    reason,
    lines: lines.map(({ unitName, listPrice, ...line }) => ({
      ...line,
      capQty: line.capQty && trimQty(line.capQty),
      known: line.skuCode,
      units: [{ unitId: line.unitId, name: unitName, listPrice }],
    })),
  };
}

interface Props {
  old: SheetDetail | null;
  /** `old` is only what the new one begins with. */
  copy?: boolean;
  today: string;
  project?: { id: string; name: string };
}

const whyNot: Partial<Record<SheetState, string>> = { PENDING_AUDIT: '请等待审批，或先撤回', DISABLED: '停用后不能恢复，可以复制为新的工程价' };

export default function ProjectPriceEdit(props: Props) {
  const edited = props.copy ? null : props.old;
  if (!edited) return <OpenForm {...props} />;
  const { no, state } = edited;
  const detail = href(`${sheetPath}/detail`, { id: edited.id });
  if (!isEditable(state)) return <NotEditable named={`工程价${no}`} state={shownStates[state]} note={whyNot[state]} detailHref={detail} />;
  if (edited.changing) return <NotEditable title={`工程价${no}已有待审批的变更，不能再次变更`} note="请等待审批，或先撤回变更" detailHref={detail} />;
  return <OpenForm {...props} />;
}

function OpenForm({ old, copy = false, today, project = { id: '', name: '' } }: Props) {
  const [key] = useState(newKey);
  const edited = copy ? null : old;
  const change = edited !== null && isHolding(edited.state);
  const latest = async () => {
    const now = await call(projectPriceDetail, { id: edited?.id ?? '' });
    return { values: valuesOf(now, today, '', false), version: now.version };
  };
  const submit = async (values: Values, button: string, confirmed: boolean, version = edited?.version) => {
    const lines = values.lines.map(({ skuId, unitId, price, capQty, remark }) => ({ skuId, unitId, price, capQty, remark }));
    const { id, no } = await call(
      projectPriceSave,
      { ...values, lines, id: edited?.id ?? '', ...(version === undefined ? {} : { version }), submit: button === 'submit', confirm: confirmed },
      { key: `${key}${button}${version ?? ''}${confirmed ? '-agreed' : ''}` },
    );
    toast(change ? `工程价${no}的变更已提交审批` : button === 'submit' ? `工程价${no}已提交审批` : `工程价${no}已保存`, 'ok');
    location.assign(href(`${sheetPath}/detail`, { id }));
  };
  return (
    <FormPage<Values>
      defaults={valuesOf(old, today, project.id, copy)}
      submit={submit}
      latest={edited ? latest : undefined}
      draftKey={`projectPrice/${edited ? `${edited.id}/${edited.version}` : `new/${old?.id ?? project.id}`}`}
      cancelHref={`${sheetPath}/list`}
      buttons={
        change
          ? [{ key: 'submit', label: '提交变更', tone: 'primary' }]
          : [
              { key: 'save', label: '保存草稿' },
              { key: 'submit', label: '提交审批', tone: 'primary' },
            ]
      }
    >
      {change && <Alert tone="info">变更生效中的工程价：审批通过前仍按原内容取价；上限不能小于已用数量。</Alert>}
      <FormSection title="项目与有效期" columns={3}>
        <Field name="projectId" label="项目" required hint="客户随项目">
          <ProjectPicker shown={old?.projectName ?? project.name} disabled={edited !== null} />
        </Field>
        <Field name="validFrom" label="生效日期" required>
          <DateInput />
        </Field>
        <Field name="validTo" label="失效日期" required hint="含当日">
          <DateInput />
        </Field>
        <Field name="reason" label="说明" span={3}>
          <Textarea rows={2} maxLength={300} />
        </Field>
      </FormSection>
      <FormSection title="价格明细" flush note="上限留空为不限量；可从 Excel 粘贴“SKU编码、工程价、上限”">
        <Lines />
      </FormSection>
    </FormPage>
  );
}

const percentOf = (price: string, listPrice: string | null | undefined): string => {
  const rate = listPrice && Number(listPrice) > 0 ? (Number(price) / Number(listPrice)) * 100 : Number.NaN;
  return price && Number.isFinite(rate) ? `${rate.toFixed(2)}%` : '- -';
};
const listPriceOf = (row: Line) => row.units.find((unit) => unit.unitId === row.unitId)?.listPrice;
const pasted = async (cells: string[][]): Promise<Line[] | undefined> =>
  (await skusOfCells(cells))?.map(({ sku, rest: [price = '', capQty = ''] }) => ({ ...blankLine(), ...goodsOf(sku), price, capQty }));

function Lines() {
  const [table, setTable] = useState<TableHandle<Line> | null>(null);
  return (
    <>
      <FormTable<Line>
        name="lines"
        newRow={blankLine}
        max={200}
        paste={pasted}
        actions={(handle) => [{ label: '选择商品', tone: 'primary', onPress: () => setTable(handle) }]}
        columns={[
          {
            key: 'skuCode',
            title: 'SKU编码',
            required: true,
            width: 140,
            input: ({ props, row, set }) => <SkuCodeInput {...props} known={row.known} onFound={(sku) => set(sku ? goodsOf(sku) : noGoods)} />,
          },
          { key: 'name', title: '商品', width: 220, cell: (row) => row.name || <span className="text-ink-3">输入编码或选择商品</span> },
          {
            key: 'unitId',
            title: '单位',
            required: true,
            width: 90,
            input: ({ props, row, set }) => (
              <Select {...props} options={row.units.map((unit) => ({ value: unit.unitId, label: unit.name }))} onChange={(unitId) => set({ unitId })} />
            ),
          },
          { key: 'listPrice', title: '标准价(元)', kind: 'price', cell: (row) => <Price value={listPriceOf(row) ?? undefined} /> },
          { key: 'price', title: '工程价(元)', kind: 'price', required: true, width: 110 },
          { key: 'discount', title: '折扣', kind: 'price', cell: (row) => percentOf(row.price, listPriceOf(row)) },
          { key: 'capQty', title: '用量上限', kind: 'qty', width: 110 },
          { key: 'remark', title: '备注', width: 130 },
        ]}
      />
      <SkuPicker
        open={table !== null}
        onClose={() => setTable(null)}
        all
        onPick={(rows) => table?.append(rows.map((sku) => ({ ...blankLine(), ...goodsOf(sku) })))}
      />
    </>
  );
}
