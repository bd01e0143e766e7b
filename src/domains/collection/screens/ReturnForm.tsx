import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { href } from '~/portal/href';
import { shanghaiDate } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Combobox } from '~/ui/kit/Combobox';
import { DateInput } from '~/ui/kit/Dates';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { formatMoney } from '~/ui/values/format';
import { returnOptions, returnSave } from '../calls';
import { returnStages } from '../case';

type Options = AnswerOf<typeof returnOptions>;
interface Draft {
  caseId: string;
  stage: string;
  receiptId: string;
  amount: string;
  memberId: string;
  ratio: string;
  receivedOn: string;
  remark: string;
}
const findCases = async (word: string) =>
  (await call(returnOptions, { caseId: '', word })).cases.map((one) => ({ value: one.id, label: `${one.no} ${one.customerName}` }));

/** 登记阶段回款: money that collection brought, and whose doing it was. */
export default function ReturnForm({ options, caseId }: { options: Options; caseId: string }) {
  const [key] = useState(newKey);
  const of = caseId ? options.cases[0] : undefined;
  return (
    <FormPage<Draft>
      draftKey={`stageReturn/new/${caseId}`}
      defaults={{
        caseId: of?.id ?? '',
        stage: 'EARLY',
        receiptId: '',
        amount: '',
        memberId: '',
        ratio: '100',
        receivedOn: shanghaiDate(new Date()),
        remark: '',
      }}
      submit={async (draft) => {
        const { id } = await call(returnSave, { ...draft, stage: draft.stage as never }, { key });
        location.assign(href('/portal/receiveAdmin/collection/createPayment', { id }));
      }}
      buttons={[{ key: 'submit', label: '提交审批', tone: 'primary' }]}
      cancelHref={of ? href('/portal/receiveAdmin/collection/detail', { id: of.id }) : '/portal/receiveAdmin/collection/list'}
    >
      <FormSection title="阶段回款" columns={3}>
        <Field name="caseId" label="催收案件" required>
          <Combobox load={findCases} {...(of ? { shown: `${of.no} ${of.customerName}` } : {})} readOnly={Boolean(of)} placeholder="输入案件号或客户" />
        </Field>
        <Field name="stage" label="阶段" required>
          <Select options={optionsOf(returnStages)} />
        </Field>
        <Receipt known={options} />
        <Field name="amount" label="回款金额" required>
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="receivedOn" label="到账日" required>
          <DateInput />
        </Field>
        <Field name="memberId" label="归属人" required>
          <Select options={options.members.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <Field name="ratio" label="分成比例" required>
          <NumberInput decimals={4} unit="%" />
        </Field>
        <Field name="remark" label="备注" span={3}>
          <Textarea maxLength={200} />
        </Field>
      </FormSection>
    </FormPage>
  );
}

/** Receipts of the chosen case's customer, with what of each nobody was given yet. */
function Receipt({ known }: { known: Options }) {
  const caseId = useWatch<Draft, 'caseId'>({ name: 'caseId' });
  const load = async (word: string) => {
    const { receipts } = caseId ? await call(returnOptions, { caseId }) : known;
    return receipts
      .filter(({ no }) => no.includes(word))
      .map((one) => ({ value: one.id, label: `${one.no} ${one.receivedOn} 可归属${formatMoney(one.left)}元` }));
  };
  return (
    <Field name="receiptId" label="关联到账" hint={caseId ? '没有登记收款的可留空' : '请先选择案件'}>
      <Combobox key={caseId} load={load} clearable disabled={!caseId} />
    </Field>
  );
}
