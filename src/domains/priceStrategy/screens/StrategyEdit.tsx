import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { DateInput } from '~/ui/kit/Dates';
import { Input, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { strategyDetail, strategySave } from '../calls';
import { strategyChangePath, strategySubmitted } from '../change/strategyChange';
import { customerScopes, factorOf, goodsScopes, MOST_TIERS, names, percentOf, roundingNames } from '../priceStrategy';
import type { StrategyDetail } from '../priceStrategy.schema';
import { strategyPath } from './paths';
import { ScopeInput } from './ScopeInput';

const Chosen = z.array(z.object({ value: z.string(), label: z.string() }));
/** As people type it: a rate in percent, the chosen with their names. The server checks the rest. */
const Draft = z.object({
  name: z.string().trim().min(1, '策略名称不能为空').max(60, '策略名称不能超过60个字'),
  customerScope: z.string(),
  buyers: Chosen,
  goodsScope: z.string(),
  goods: Chosen,
  method: z.string(),
  roundTo: z.string(),
  tiers: z
    .array(
      z.object({
        minQty: z.string().regex(/^$|^\d{1,9}(\.\d{1,4})?$/, '请输入数量，最多四位小数'),
        value: z.string().regex(/^\d{1,7}(\.\d{1,6})?$/, '请输入数字，最多六位小数'),
      }),
    )
    .min(1, '请至少填写一档')
    .max(MOST_TIERS, `最多${MOST_TIERS}档`),
  validFrom: z.string().min(1, '生效日期不能为空'),
  validTo: z.string(),
  remark: z.string(),
});
type Draft = z.infer<typeof Draft>;

function draftOf(old: StrategyDetail | null, today: string): Draft {
  const empty = { name: '', customerScope: 'ALL', buyers: [], goodsScope: 'ALL', goods: [], method: 'RATE', roundTo: '0.01', remark: '' };
  if (!old) return { ...empty, tiers: [{ minQty: '', value: '' }], validFrom: today, validTo: '' };
  const { name, customerScope, buyers, goodsScope, goods, method, roundTo, validFrom, validTo, remark } = old;
  const tiers = old.tiers.map(({ minQty, value }) => ({ minQty: minQty === '0' ? '' : minQty, value: method === 'RATE' ? percentOf(value) : value }));
  return { name, customerScope, buyers: [...buyers], goodsScope, goods: [...goods], method, roundTo, tiers, validFrom, validTo: validTo ?? '', remark };
}

const valueTitles: Record<string, string> = { FIXED: '单价(元/基本单位)', RATE: '标准价的百分比(%)', MINUS: '减价(元/基本单位)', PLUS: '加价(元/基本单位)' };

interface Props {
  old: StrategyDetail | null;
  /** What a new one begins with. */
  copied: StrategyDetail | null;
  today: string;
}

export default function StrategyEdit({ old, copied, today }: Props) {
  const [key] = useState(newKey);
  const latest = async () => {
    const now = await call(strategyDetail, { id: old?.id ?? '' });
    return { values: draftOf(now, today), version: now.version };
  };
  const submit = async (draft: Draft, _button: string, _confirmed: boolean, version = old?.version) => {
    const rate = draft.method === 'RATE';
    const input = {
      ...draft,
      id: old?.id ?? '',
      ...(version ? { version } : {}),
      buyers: draft.customerScope === 'ALL' ? [] : draft.buyers.map((one) => one.value),
      goods: draft.goodsScope === 'ALL' ? [] : draft.goods.map((one) => one.value),
      tiers: draft.tiers.map(({ minQty, value }) => ({ minQty, value: rate ? factorOf(value) : value })),
    };
    const { id, no, change } = await call(strategySave, input as never, { key: `${key}${version ?? ''}` });
    toast(change ? strategySubmitted(change) : `价格策略${no}已保存，立即参与取价`, 'ok');
    if (change) return location.assign(href(strategyChangePath, { id: change.id }));
    location.assign(href(`${strategyPath}/detail`, { id }));
  };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={old || !copied ? draftOf(old, today) : { ...draftOf(copied, today), name: `${copied.name} 副本` }}
      submit={submit}
      latest={old ? latest : undefined}
      draftKey={`priceStrategy/${old ? `${old.id}/${old.version}` : `new/${copied?.id ?? ''}`}`}
      cancelHref={strategyPath}
    >
      <FormSection title="策略与有效期" columns={3}>
        <Field name="name" label="策略名称" required>
          <Input maxLength={60} />
        </Field>
        <Field name="validFrom" label="生效日期" required>
          <DateInput />
        </Field>
        <Field name="validTo" label="失效日期" hint="含当日；留空为长期有效">
          <DateInput />
        </Field>
      </FormSection>
      <Scopes />
      <Pricing />
      <FormSection title="备注" columns={1}>
        <Field name="remark" label="备注">
          <Textarea rows={2} maxLength={200} />
        </Field>
      </FormSection>
    </FormPage>
  );
}

function Scopes() {
  const [customerScope, goodsScope] = useWatch<Draft, ['customerScope', 'goodsScope']>({ name: ['customerScope', 'goodsScope'] });
  const { setValue } = useFormContext<Draft>();
  return (
    <FormSection title="适用范围" columns={2} note="范围越具体越优先：SKU高于商品，商品高于分类，分类高于品牌；指定客户高于级别，级别高于区域">
      <Field name="customerScope" label="适用客户" required>
        <Select options={optionsOf(customerScopes)} onChange={() => setValue('buyers', [], { shouldDirty: true })} />
      </Field>
      <Field name="goodsScope" label="适用商品" required>
        <Select options={optionsOf(goodsScopes)} onChange={() => setValue('goods', [], { shouldDirty: true })} />
      </Field>
      {customerScope === 'ALL' ? (
        <p className="hidden sm:block" />
      ) : (
        <Field name="buyers" label={customerScopes[customerScope as keyof typeof customerScopes]} required>
          <ScopeInput scope={customerScope} />
        </Field>
      )}
      {goodsScope !== 'ALL' && (
        <Field name="goods" label={goodsScopes[goodsScope as keyof typeof goodsScopes]} required>
          <ScopeInput scope={goodsScope} />
        </Field>
      )}
    </FormSection>
  );
}

function Pricing() {
  const method = useWatch<Draft, 'method'>({ name: 'method' });
  const title = valueTitles[method] ?? '';
  return (
    <>
      <FormSection title="定价方式" columns={3} note="都从下单单位的标准价算起，不与其他策略或活动叠加">
        <Field name="method" label="方式" required>
          <Select options={optionsOf(names.methods)} />
        </Field>
        <Field name="roundTo" label="取整" hint="四舍五入">
          <Select options={optionsOf(roundingNames)} />
        </Field>
      </FormSection>
      <FormSection title="阶梯" flush note="起始数量按基本单位；订购数量达到起始数量时按该档，留空为不限">
        <FormTable<Draft['tiers'][number]>
          name="tiers"
          label="阶梯"
          newRow={() => ({ minQty: '', value: '' })}
          max={MOST_TIERS}
          columns={[
            { key: 'minQty', title: '起始数量', kind: 'qty', width: 160 },
            { key: 'value', title, kind: 'price', required: true, width: 220 },
          ]}
        />
      </FormSection>
    </>
  );
}
