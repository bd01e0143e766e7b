import { useWatch } from 'react-hook-form';
import { type ScopeKind, scopeKinds } from '~/portal/scope';
import { Field } from '~/ui/form/Field';
import { Checkbox, RadioGroup } from '~/ui/kit/Checks';
import { optionsOf } from '~/ui/kit/options';
import type { InputProps } from '~/ui/kit/types';

const scopeHints: Record<ScopeKind, string> = {
  ALL: '可查看企业的全部客户、单据、资金与库存',
  DEPARTMENT: '可查看本人及所在部门、下级部门人员负责的客户和他们的单据；不限制仓库',
  SELF: '只可查看本人负责的客户和他们的单据；不限制仓库',
  REGION: '只可查看所选业务区域或省市的客户和他们的单据；不限制仓库',
  WAREHOUSE: '只可查看所选仓库的库存、出入库、发货和由其发货的订单；不限制客户',
};

interface Props {
  choices: { regions: readonly string[]; warehouses: readonly { id: string; name: string }[] };
  /** Those that may be chosen. */
  kinds?: Partial<Record<ScopeKind, string>>;
}

/** Which rows: of a role, or of a program. */
export function ScopeFields({ choices, kinds = scopeKinds }: Props) {
  const kind = (useWatch({ name: 'dataScope' }) as ScopeKind) || 'SELF';
  return (
    <>
      <Field name="dataScope" label="可查看的数据" required hint={scopeHints[kind]}>
        <RadioGroup options={optionsOf(kinds)} />
      </Field>
      {kind === 'REGION' && (
        <Field name="regions" label="区域" required hint="业务区域，或客户所在的省、市">
          <Boxes options={choices.regions.map((name) => ({ value: name, label: name }))} />
        </Field>
      )}
      {kind === 'WAREHOUSE' && (
        <Field name="warehouses" label="仓库" required>
          <Boxes options={choices.warehouses.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
    </>
  );
}

export function Boxes({ options, value, onChange, id, ...aria }: InputProps<string[]> & { options: readonly { value: string; label: string }[] }) {
  const picked = value || [];
  const flip = (one: string, on: boolean) => onChange?.(on ? [...picked, one] : picked.filter((other) => other !== one));
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={aria['aria-describedby']}
      className="flex max-h-56 flex-wrap gap-x-6 gap-y-1.5 overflow-y-auto rounded border border-line p-3 outline-none"
    >
      {options.length === 0 && <span className="text-ink-3">暂无可选项</span>}
      {options.map((option) => (
        <Checkbox key={option.value} checked={picked.includes(option.value)} onChange={(on) => flip(option.value, on)}>
          {option.label}
        </Checkbox>
      ))}
    </fieldset>
  );
}
