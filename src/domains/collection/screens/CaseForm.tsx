import { useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { SalesPicker } from '~/domains/customer/pickers/SalesPicker';
import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { caseCreate } from '../calls';

interface Props {
  strategies: readonly { id: string; name: string }[];
  customer: { id: string; name: string };
}

/** 新建催收: for a customer no rule has taken up. */
export default function CaseForm({ strategies, customer }: Props) {
  const [key] = useState(newKey);
  return (
    <FormPage
      defaults={{ customerId: customer.id, ownerId: '', strategyId: '', followOn: '', reason: '' }}
      submit={async (draft) => {
        const { id } = await call(caseCreate, draft, { key });
        location.assign(href('/portal/receiveAdmin/collection/detail', { id }));
      }}
      draftKey={`collection/new/${customer.id}`}
      buttons={[{ key: 'save', label: '新建', tone: 'primary' }]}
      cancelHref="/portal/receiveAdmin/collection/list"
    >
      <FormSection title="催收案件" columns={3}>
        <Field name="customerId" label="客户" required hint="一个客户只有一个未结案件">
          <CustomerPicker {...(customer.id ? { shown: customer.name } : {})} />
        </Field>
        <Field name="ownerId" label="催收员" hint="留空为客户的业务员">
          <SalesPicker />
        </Field>
        <Field name="strategyId" label="催收策略" hint="留空按规则匹配；指定后不再随规则更换">
          <Select placeholder="按规则匹配" options={strategies.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <Field name="followOn" label="下次跟进">
          <DateInput />
        </Field>
        <Field name="reason" label="原因" span={3}>
          <Textarea maxLength={200} />
        </Field>
      </FormSection>
    </FormPage>
  );
}
