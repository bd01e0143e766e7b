import { useCallback, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormSection } from '~/ui/form/FormSection';
import { RadioGroup } from '~/ui/kit/Checks';
import { Combobox } from '~/ui/kit/Combobox';
import { DateInput } from '~/ui/kit/Dates';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { contractBizOptions, contractPrefill, templateDetail } from '../calls';
import { type ContractKind, contractKinds, sources } from '../contract';
import type { ContractDetail, Prefill } from '../contract.schema';
import { bizOf, type ContractDraft, type OwnFieldForm } from './contractDraft';

const kinds = optionsOf(contractKinds).filter((one) => one.value !== 'RESCISSION');
/** Kinds that stand on a document; of others the figures are typed. */
const withBiz: readonly ContractKind[] = ['SALES', 'PRICE', 'CREDIT', 'USE', 'PROMISE', 'STATEMENT'];

/** What it is and what it is about. Choosing either brings the figures along. */
export function AboutFields({ first, contract }: { first: Prefill; contract: ContractDetail | null }) {
  const { setValue, getValues } = useFormContext<ContractDraft>();
  const [source, kind, customerId] = useWatch<ContractDraft, ['source', 'kind', 'customerId']>({ name: ['source', 'kind', 'customerId'] });
  const [known, setKnown] = useState(first);
  const fill = async (change: Partial<Pick<ContractDraft, 'kind' | 'biz' | 'templateId' | 'customerId'>>) => {
    const draft = { ...getValues(), ...change };
    const found = await call(contractPrefill, { kind: draft.kind, ...bizOf(draft.biz), customerId: draft.customerId, templateId: draft.templateId });
    setKnown(found);
    if (!found.templates.some((one) => one.id === draft.templateId)) setValue('templateId', found.templates[0]?.id ?? '');
    setValue('own', ownOf(found.fields, draft.own));
    if (change.biz || (change.customerId && !draft.title) || (change.kind && !draft.biz)) setValue('title', found.title);
    if (!change.biz) return;
    setValue('customerId', found.customerId, { shouldValidate: true });
    setValue('amount', found.amount ?? '');
    if (found.validFrom) setValue('validFrom', found.validFrom);
    if (found.validTo) setValue('validTo', found.validTo);
  };
  const load = useCallback(
    async (word: string) =>
      (await call(contractBizOptions, { kind, word, customerId })).options.map((one) => ({ value: `${one.type}/${one.id}`, label: one.no, hint: one.note })),
    [kind, customerId],
  );
  const fixed = contract?.kind === 'RESCISSION';
  return (
    <FormSection title="合同来源" columns={3}>
      <Field name="kind" label="合同类型" required>
        <Select
          options={fixed ? optionsOf(contractKinds) : kinds}
          readOnly={fixed}
          onChange={(next: string) => {
            setValue('biz', '');
            void fill({ kind: next as ContractKind, biz: '' });
          }}
        />
      </Field>
      {withBiz.includes(kind) && (
        <Field name="biz" label="关联单据" hint="选择后自动带出客户、金额和明细">
          <Combobox
            key={`${kind}/${customerId}`}
            load={load}
            shown={known.bizNo || contract?.bizNo}
            onChange={(next: string) => next && void fill({ biz: next })}
          />
        </Field>
      )}
      <Field name="customerId" label="客户" required>
        <CustomerPicker
          key={known.customerId}
          shown={known.customerName || contract?.customerName || ''}
          onChange={(next: string) => next && void fill({ customerId: next })}
        />
      </Field>
      <Field name="source" label="正文来源" span={3}>
        <RadioGroup options={optionsOf(sources)} />
      </Field>
      {source === 'UPLOAD' ? (
        <Field name="files" label="合同文件" required span={3} hint="一个PDF文件，不能有密码或电子签名；盖章位置在保存后拖动设置">
          <AttachmentInput max={1} />
        </Field>
      ) : (
        <Field name="templateId" label="合同模板" required hint={known.templates.length ? '' : '该类型还没有启用的模板，请先到合同模板中新建或使用标准模板'}>
          <Select
            options={known.templates.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next: string) => void call(templateDetail, { id: next }).then(({ fields }) => setValue('own', ownOf(fields, getValues('own'))))}
          />
        </Field>
      )}
    </FormSection>
  );
}

const ownOf = (fields: readonly OwnFieldForm[], typed: readonly { label: string; value: string }[]) =>
  fields.map((one) => ({ kind: 'text' as const, required: true, ...one, value: typed.find((old) => old.label === one.label)?.value ?? '' }));

/** What the template asks for besides. */
export function OwnFields() {
  const [own, source] = useWatch<ContractDraft, ['own', 'source']>({ name: ['own', 'source'] });
  if (!own.length || source === 'UPLOAD') return null;
  return (
    <FormSection title="正文填写项" columns={3}>
      {own.map((one, at) => (
        <Field key={one.label} name={`own.${at}.value`} label={one.label} required={one.required} span={one.kind === 'text' ? 2 : 1}>
          {one.kind === 'date' ? (
            <DateInput />
          ) : one.kind === 'yuan' ? (
            <NumberInput decimals={2} unit="元" />
          ) : one.kind === 'qty' ? (
            <NumberInput decimals={4} />
          ) : (
            <Textarea rows={2} maxLength={500} />
          )}
        </Field>
      ))}
    </FormSection>
  );
}
