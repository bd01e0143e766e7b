import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { findLevels } from '~/domains/customer/pickers/levels';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { SkuCodeInput } from '~/domains/product/pickers/SkuCodeInput';
import { type PickedSku, SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { loadRegions } from '~/domains/region/pickers/regions';
import { href } from '~/portal/href';
import { shanghaiTime } from '~/shared/dates';
import { call, newKey } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { type Picked, PickedTags } from '~/ui/form/PickedTags';
import type { TableHandle } from '~/ui/form/tableTypes';
import { DateInput } from '~/ui/kit/Dates';
import { Input, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Option } from '~/ui/kit/types';
import { Price } from '~/ui/values/Price';
import { type ActivityState, activityPrice, activityStates, type BuyerScope, buyerScopes, type DiscountMode, discountModes, isEditable } from '../activity';
import type { ActivityDetail } from '../activity.schema';
import { activityDetail, activitySave } from '../calls';
import { activityPath } from './activityPath';

interface Item {
  skuId: string;
  skuCode: string;
  known: string;
  name: string;
  unitName: string;
  listPrice: string | null;
  mode: DiscountMode;
  value: string;
  totalQuota: string;
  perCustomer: string;
  perOrderMin: string;
}
interface Values {
  name: string;
  startAt: string;
  endAt: string;
  customerScope: BuyerScope;
  levelIds: Picked[];
  regions: Picked[];
  customerIds: Picked[];
  remark: string;
  items: Item[];
}

const blankItem = (): Item => ({
  skuId: '',
  skuCode: '',
  known: '',
  name: '',
  unitName: '',
  listPrice: null,
  mode: 'RATE',
  value: '',
  totalQuota: '',
  perCustomer: '',
  perOrderMin: '',
});
const goodsOf = (sku: PickedSku) => ({
  skuId: sku.skuId,
  skuCode: sku.skuCode,
  known: sku.skuCode,
  name: [sku.name, sku.saleText].filter(Boolean).join(' / '),
  unitName: sku.units[0]?.name ?? '',
  listPrice: sku.listPrice,
});
const noGoods = { skuId: '', known: '', name: '', unitName: '', listPrice: null };
const typed = (instant: string): string => shanghaiTime(new Date(instant));
const instantOf = (text: string): string => (text ? new Date(`${text.replace(' ', 'T')}+08:00`).toISOString() : '');

const provinces = async (word: string): Promise<Option[]> =>
  (await loadRegions('')).filter(({ label }) => label.includes(word)).map(({ label }) => ({ value: label, label }));
const choosers = { LEVEL: ['levelIds', findLevels], REGION: ['regions', provinces], CUSTOMER: ['customerIds', findCustomers] } as const;

function valuesOf(old: ActivityDetail | null, copy: boolean): Values {
  if (!old) return { name: '', startAt: '', endAt: '', customerScope: 'ALL', levelIds: [], regions: [], customerIds: [], remark: '', items: [] };
  return {
    name: copy ? `${old.name}（复制）` : old.name,
    startAt: copy ? '' : typed(old.startAt),
    endAt: copy ? '' : typed(old.endAt),
    customerScope: old.customerScope,
    levelIds: old.levels,
    regions: old.regions.map((one) => ({ value: one, label: one })),
    customerIds: old.customers,
    remark: old.remark,
    items: old.items.map((item) => ({
      ...blankItem(),
      ...item,
      known: item.skuCode,
      name: [item.productName, item.saleText].filter(Boolean).join(' / '),
      totalQuota: item.totalQuota ?? '',
      perCustomer: item.perCustomer ?? '',
      perOrderMin: item.perOrderMin ?? '',
    })),
  };
}

interface Props {
  old: ActivityDetail | null;
  /** `old` is only what the new one begins with. */
  copy?: boolean;
}

const whyNot: Partial<Record<ActivityState, string>> = { RUNNING: '进行中的活动可以追加限量或关闭', ENDED: '可以复制为新活动', CLOSED: '可以复制为新活动' };

export default function ActivityEdit(props: Props) {
  const { old, copy } = props;
  if (!old || copy || isEditable(old.state)) return <OpenForm {...props} />;
  return (
    <NotEditable
      named={`活动${old.no}“${old.name}”`}
      state={activityStates[old.state]}
      note={whyNot[old.state]}
      detailHref={href(`${activityPath}/detail`, { id: old.id })}
    />
  );
}

function OpenForm({ old, copy = false }: Props) {
  const [key] = useState(newKey);
  const edited = copy ? null : old;
  const latest = async () => {
    const now = await call(activityDetail, { id: edited?.id ?? '' });
    return { values: valuesOf(now, false), version: now.version };
  };
  const submit = async (values: Values, _button: string, _confirmed: boolean, version = edited?.version) => {
    const ids = (all: readonly Picked[]) => all.map((one) => one.value);
    const { id } = await call(
      activitySave,
      {
        ...values,
        id: edited?.id ?? '',
        ...(version === undefined ? {} : { version }),
        startAt: instantOf(values.startAt),
        endAt: instantOf(values.endAt),
        levelIds: ids(values.levelIds),
        regions: ids(values.regions),
        customerIds: ids(values.customerIds),
        items: values.items.map(({ skuId, mode, value, totalQuota, perCustomer, perOrderMin }) => ({
          skuId,
          mode,
          value,
          totalQuota,
          perCustomer,
          perOrderMin,
        })),
      },
      { key: `${key}${version ?? ''}` },
    );
    toast('活动已保存', 'ok');
    location.assign(href(`${activityPath}/detail`, { id }));
  };
  return (
    <FormPage<Values>
      defaults={valuesOf(old, copy)}
      submit={submit}
      latest={edited ? latest : undefined}
      draftKey={`activity/${edited ? `${edited.id}/${edited.version}` : `new/${old?.id ?? ''}`}`}
      cancelHref={`${activityPath}/list`}
    >
      <FormSection title="活动" columns={3}>
        <Field name="name" label="活动名称" required>
          <Input maxLength={60} />
        </Field>
        <Field name="startAt" label="开始时间" required>
          <DateInput time />
        </Field>
        <Field name="endAt" label="结束时间" required hint="到此时刻即结束">
          <DateInput time />
        </Field>
        <Buyers />
        <Field name="remark" label="备注" span={3}>
          <Textarea rows={2} maxLength={300} />
        </Field>
      </FormSection>
      <FormSection title="活动商品" flush note="按基本单位填写；限量留空为不限。同一商品在同一时间只能参加一个活动">
        <Items />
      </FormSection>
    </FormPage>
  );
}

function Buyers() {
  const scope = useWatch({ name: 'customerScope' }) as BuyerScope;
  const chosen = scope === 'ALL' ? undefined : choosers[scope];
  return (
    <>
      <Field name="customerScope" label="适用客户" required>
        <Select options={Object.entries(buyerScopes).map(([value, label]) => ({ value, label }))} />
      </Field>
      {chosen && (
        <Field key={scope} name={chosen[0]} label={buyerScopes[scope]} required span={2} hint="可添加多个">
          <PickedTags load={chosen[1]} />
        </Field>
      )}
    </>
  );
}

const modes = Object.entries(discountModes).map(([value, label]) => ({ value, label }));
const isFigure = (text: string): boolean => /^\d{1,7}(\.\d{1,6})?$/.test(text) && /[1-9]/.test(text);

function Items() {
  const [table, setTable] = useState<TableHandle<Item> | null>(null);
  return (
    <>
      <FormTable<Item>
        name="items"
        newRow={blankItem}
        max={200}
        actions={(handle) => [{ label: '选择商品', tone: 'primary', onPress: () => setTable(handle) }]}
        columns={[
          {
            key: 'skuCode',
            title: 'SKU编码',
            required: true,
            width: 140,
            input: ({ props, row, set }) => <SkuCodeInput {...props} known={row.known} onFound={(sku) => set(sku ? goodsOf(sku) : noGoods)} />,
          },
          { key: 'name', title: '商品', width: 200, cell: (row) => row.name || <span className="text-ink-3">输入编码或选择商品</span> },
          { key: 'unitName', title: '单位', width: 60, cell: (row) => row.unitName },
          { key: 'listPrice', title: '标准价(元)', kind: 'price', cell: (row) => <Price value={row.listPrice ?? undefined} /> },
          {
            key: 'mode',
            title: '方式',
            required: true,
            width: 120,
            input: ({ props, set }) => <Select {...props} options={modes} onChange={(mode) => set({ mode: mode as DiscountMode })} />,
          },
          { key: 'value', title: '优惠值', kind: 'price', required: true, width: 100 },
          {
            key: 'price',
            title: '活动价(元)',
            kind: 'price',
            cell: (row) => <Price value={(isFigure(row.value) && row.skuId && activityPrice(row.mode, row.value, row.listPrice)) || undefined} />,
          },
          { key: 'totalQuota', title: '总限量', kind: 'qty', width: 100 },
          { key: 'perCustomer', title: '每客户限购', kind: 'qty', width: 100 },
          { key: 'perOrderMin', title: '起购数量', kind: 'qty', width: 90 },
        ]}
      />
      <SkuPicker
        open={table !== null}
        onClose={() => setTable(null)}
        onPick={(rows) => table?.append(rows.map((sku) => ({ ...blankItem(), ...goodsOf(sku) })))}
      />
    </>
  );
}
