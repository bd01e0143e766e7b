import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { PRICE_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { IconButton } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';
import { pricePolicyRead, pricePolicySave } from '../calls';
import { layersInOrder, names } from '../priceStrategy';
import { Simulator } from './Simulator';

type First = AnswerOf<typeof pricePolicyRead>;
type Layer = keyof typeof names.layers;
interface Step {
  layer: Layer;
  on: boolean;
}

const Draft = z.object({
  steps: z.array(z.object({ layer: z.string(), on: z.boolean() })).refine((steps) => steps.some((step) => step.on), '请至少启用一层'),
  activityMode: z.string(),
  manualPrice: z.string(),
  floorMode: z.string(),
  customerPrice: z.string(),
  strategy: z.string(),
  allowZero: z.string(),
});
type Draft = z.infer<typeof Draft>;

/** Layers that are off come last; list prices always close the order. */
const draftOf = ({ policy }: First): Draft => {
  const order = (policy.order ?? layersInOrder) as readonly Layer[];
  const rest = layersInOrder.filter((layer) => !order.includes(layer));
  const steps = [...order, ...rest].filter((layer) => layer !== 'LIST').map((layer) => ({ layer, on: order.includes(layer) }));
  return {
    steps: [...steps, { layer: 'LIST', on: order.includes('LIST') }],
    activityMode: policy.activityMode ?? 'SEQUENCE',
    manualPrice: policy.manualPrice ?? 'NEED_REASON',
    floorMode: policy.floorMode ?? 'WARN',
    customerPrice: policy.customerPrice ?? 'DIRECT',
    strategy: policy.strategy ?? 'DIRECT',
    allowZero: String(policy.allowZero ?? false),
  };
};

const latest = async () => {
  const now = await call(pricePolicyRead, {});
  return { values: draftOf(now), version: now.version };
};

interface Props {
  first: First;
  asked: Record<string, string>;
}

/** In which order prices are found and what may pass, with a trial of both below. */
export default function PriceConfig({ first, asked }: Props) {
  const edits = useCan(PRICE_CONFIG);
  const [version, setVersion] = useState(first.version);
  const submit = async (draft: Draft, _key: string, _confirmed: boolean, at = version) => {
    const order = draft.steps.filter((step) => step.on).map((step) => step.layer);
    const policy = { ...draft, order, steps: undefined, allowZero: draft.allowZero === 'true' };
    const saved = await call(pricePolicySave, { policy: policy as never, version: at });
    setVersion(saved.version);
    toast('价格策略配置已保存，从下一次取价起生效', 'ok');
  };
  return (
    <div className="flex flex-col gap-3">
      <Simulator asked={asked} />
      <FormPage<Draft> schema={Draft} defaults={draftOf(first)} submit={submit} latest={latest} draftKey="pricePolicy" foot={edits}>
        <fieldset disabled={!edits} className="contents">
          <FormSection title="取价顺序" columns={1} note="从上到下，先取到的为准；标准价总在最后">
            <Field name="steps" label="取价顺序">
              <Steps readOnly={!edits} />
            </Field>
          </FormSection>
          <FormSection title="规则" columns={2}>
            <Field name="activityMode" label="限时折扣" hint="取低时只与价格策略、标准价比较，工程价与客户价仍优先">
              <Select options={optionsOf(names.activityModes)} disabled={!edits} />
            </Field>
            <Field name="floorMode" label="低于最低限价" hint="在订单审核时检查">
              <Select options={optionsOf(names.floorModes)} disabled={!edits} />
            </Field>
            <Field name="manualPrice" label="手工改价" hint="改价还须有“手工改价”权限">
              <Select options={optionsOf(names.manualPriceModes)} disabled={!edits} />
            </Field>
            <Field name="customerPrice" label="客户价变更" hint="审批时，保存、批量调价、复制、停用、导入各为一张变更单，由有“审批客户价”权限的人处理">
              <Select options={optionsOf(names.customerPriceModes)} disabled={!edits} />
            </Field>
            <Field name="strategy" label="价格策略变更" hint="审批时，保存、启停、调整优先级、恢复版本、导入各为一张变更单，由有“审批价格策略”权限的人处理">
              <Select options={optionsOf(names.customerPriceModes)} disabled={!edits} />
            </Field>
            <Field name="allowZero" label="允许零价" hint="策略算得0元或手工改为0元时；赠品不受此限">
              <Select
                options={[
                  { value: 'true', label: '是' },
                  { value: 'false', label: '否' },
                ]}
                disabled={!edits}
              />
            </Field>
          </FormSection>
        </fieldset>
      </FormPage>
    </div>
  );
}

function Steps({ value, onChange, readOnly, id }: InputProps<Step[]>) {
  const steps = value || [];
  const set = (index: number, patch: Partial<Step>) => onChange?.(steps.map((step, at) => (at === index ? { ...step, ...patch } : step)));
  const swap = (index: number, other: number) => {
    const next = [...steps];
    [next[index], next[other]] = [next[other] as Step, next[index] as Step];
    onChange?.(next);
  };
  const movable = steps.length - 1;
  return (
    <ol id={id} tabIndex={-1} className="flex max-w-xl flex-col gap-1.5 outline-none">
      {steps.map((step, index) => {
        const name = names.layers[step.layer];
        return (
          <li key={step.layer} className="flex items-center gap-3 rounded border border-line px-3 py-1.5">
            <span className="figures w-5 text-ink-3">{index + 1}</span>
            <Checkbox checked={step.on} disabled={readOnly} onChange={(on) => set(index, { on })} className="flex-1">
              {name}
            </Checkbox>
            {index < movable ? (
              <span className="flex">
                <IconButton label={`上移${name}`} icon={<ArrowUp aria-hidden />} disabled={readOnly || index === 0} onClick={() => swap(index, index - 1)} />
                <IconButton
                  label={`下移${name}`}
                  icon={<ArrowDown aria-hidden />}
                  disabled={readOnly || index === movable - 1}
                  onClick={() => swap(index, index + 1)}
                />
              </span>
            ) : (
              <span className="text-sm text-ink-3">总在最后</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
