import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { href } from '~/portal/href';
import { shanghaiDate } from '~/shared/dates';
import type { InputOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Checkbox } from '~/ui/kit/Checks';
import { DateInput } from '~/ui/kit/Dates';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { type ApplyKind, applyKinds, kindRules } from '../apply';
import type { ApplyDetail } from '../apply.schema';
import { applyGet, applySave } from '../calls';
import type { Options } from './ApplyHome';
import { blankDraft, type Draft, draftOf, wireOf } from './applyDraft';
import { Materials } from './Materials';
import { Precheck } from './Precheck';
import { Standing } from './Standing';
import { TermsFields } from './TermsFields';

interface Props {
  options: Options;
  apply?: ApplyDetail;
  customer?: { id: string; name: string } | undefined;
  kind?: string | undefined;
  typeId?: string | undefined;
}

/** An application being written: what is asked depends on its kind, and beside it stand what there is and what is suggested. */
export function ApplyForm({ options, apply, customer, kind = '', typeId = '' }: Props) {
  const [key] = useState(newKey);
  const [defaults] = useState(() =>
    apply ? draftOf(apply) : blankDraft(options, { kind, typeId, customerId: customer?.id ?? '', today: shanghaiDate(new Date()) }),
  );
  const send = async (draft: Draft, submit: boolean, confirm: boolean, version: number) => {
    const saved = await call(
      applySave,
      { ...(wireOf(draft) as InputOf<typeof applySave>), id: apply?.id ?? '', version, submit, confirm },
      { key: `${key}${submit ? 's' : 'd'}` },
    );
    if (submit) return location.assign(href('/portal/creditSystem/creditSuccess', { id: saved.id }));
    toast('草稿已保存，可预览审批流程', 'ok');
    location.assign(href('/portal/creditSystem/creditCreate/{id}', { id: saved.id }));
  };
  return (
    <FormPage<Draft>
      defaults={defaults}
      {...(apply ? {} : { draftKey: 'creditApply/new' })}
      submit={(draft, button, confirmed, version = apply?.version ?? 0) => send(draft, button === 'submit', confirmed, version)}
      latest={
        apply &&
        (async () => {
          const now = await call(applyGet, { id: apply.id });
          return { values: draftOf(now), version: now.version };
        })
      }
      buttons={[
        { key: 'submit', label: '提交审批', tone: 'primary' },
        { key: 'draft', label: '保存草稿', unchecked: true },
      ]}
      cancelHref={href('/portal/creditSystem/creditCreate', { tab: 'list' })}
    >
      <FormSection title="申请事项" columns={3}>
        <Field name="customerId" label="客户" required>
          <CustomerPicker {...(apply || customer ? { shown: apply?.customerName ?? customer?.name ?? '' } : {})} readOnly={Boolean(apply)} />
        </Field>
        <Field name="kind" label="申请类型" required>
          <Select options={optionsOf(applyKinds)} readOnly={Boolean(apply)} />
        </Field>
        <Field name="creditTypeId" label="授信类型" required>
          <Select options={options.types.map(({ id, name }) => ({ value: id, label: name }))} readOnly={Boolean(apply)} />
        </Field>
      </FormSection>
      <Standing />
      <Asked />
      <TermsFields />
      <Materials kept={apply?.materials ?? []} />
      <Precheck />
    </FormPage>
  );
}

const amountLabels = { NEW: '授信额度', INCREASE: '调增后的额度', DECREASE: '调减后的额度', TEMP: '临时增加的额度' } as const;

function Asked() {
  const [kind, unlimited] = useWatch<Draft, ['kind', 'unlimited']>({ name: ['kind', 'unlimited'] });
  const rule = kindRules[kind as ApplyKind] ?? kindRules.NEW;
  return (
    <FormSection title="申请内容" columns={3}>
      {rule.amount && !unlimited && (
        <Field name="requested" label={amountLabels[kind as keyof typeof amountLabels] ?? '额度'} required>
          <NumberInput decimals={2} unit="元" />
        </Field>
      )}
      {(kind === 'NEW' || kind === 'INCREASE') && (
        <Field name="unlimited" label="不限额">
          <Checkbox>不设额度上限（须特别说明原因）</Checkbox>
        </Field>
      )}
      {rule.terms && (
        <Field name="perOrderLimit" label="单笔限额" hint="留空按授信类型的设置">
          <NumberInput decimals={2} unit="元" />
        </Field>
      )}
      {rule.validity === 'span' && (
        <Field name="validFrom" label="有效期起" hint="留空为通过之日">
          <DateInput />
        </Field>
      )}
      {rule.validity && (
        <Field
          name="validTo"
          label={kind === 'RENEW' ? '续期至' : '有效期止'}
          required={kind === 'TEMP'}
          hint={kind === 'TEMP' ? '到期自动收回' : '留空为长期有效'}
        >
          <DateInput />
        </Field>
      )}
      <Field name="reason" label="申请原因" required span={3}>
        <Textarea maxLength={500} />
      </Field>
    </FormSection>
  );
}
