import { useState } from 'react';
import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { Checkbox, RadioGroup } from '~/ui/kit/Checks';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { contractDetail, contractSave } from '../calls';
import { type ContractKind, type ContractState, contractStates, isEditable, sealKinds, sides, signOrders } from '../contract';
import type { ContractDetail, Prefill } from '../contract.schema';
import { AboutFields, OwnFields } from './AboutFields';
import { blankDraft, type ContractDraft, draftOf, newSigner, type SignerDraft, wireOf } from './contractDraft';
import type { Home } from './homes';

interface Props {
  home: Home;
  contract: ContractDetail | null;
  prefill: Prefill;
  kind: ContractKind;
  biz: string;
}

const whyNot: Partial<Record<ContractState, string>> = {
  REVIEWING: '要修改请先撤回用印审批',
  SIGNING: '要修改请先撤销，再重新起草',
  EXPIRED: '可以延长签署截止日期，或重新起草',
};

/** 发起合同: from a template filled with a document's figures, or a finished file; with whom, in which order, until when. */
export default function ContractForm(props: Props) {
  const { contract, home } = props;
  if (contract && !isEditable(contract.status))
    return (
      <NotEditable
        named={`合同${contract.no}`}
        state={contractStates[contract.status]}
        note={whyNot[contract.status]}
        detailHref={href(`${home}/detail`, { id: contract.id })}
      />
    );
  return <OpenForm {...props} />;
}

function OpenForm({ home, contract, prefill, kind, biz }: Props) {
  const [defaults] = useState(() => (contract ? draftOf(contract) : blankDraft(kind, prefill, biz)));
  return (
    <FormPage<ContractDraft>
      defaults={defaults}
      draftKey={`contract/${contract ? `${contract.id}/${contract.version}` : 'new'}`}
      cancelHref={contract ? href(`${home}/detail`, { id: contract.id }) : `${home}/list`}
      latest={
        contract === null
          ? undefined
          : async () => {
              const now = await call(contractDetail, { id: contract.id });
              return { values: draftOf(now), version: now.version };
            }
      }
      buttons={[
        { key: 'submit', label: '提交用印审批', tone: 'primary' },
        { key: 'save', label: '保存草稿' },
      ]}
      submit={async (draft, button, _confirmed, version = contract?.version) => {
        const { id, no } = await call(
          contractSave,
          { ...wireOf(draft), id: contract?.id ?? '', version, submit: button === 'submit' },
          { key: `${button}${crypto.randomUUID()}` },
        );
        toast(button === 'submit' ? `合同${no}已提交用印审批` : `合同${no}已保存，可预览正文和盖章位置`, 'ok');
        location.assign(href(`${home}/detail`, { id }));
      }}
    >
      <AboutFields first={prefill} contract={contract} />
      <FormSection title="合同要素" columns={3}>
        <Field name="title" label="合同名称" required span={2}>
          <Input maxLength={100} />
        </Field>
        <Field name="amount" label="合同金额" hint="正文中自动写出大写金额">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="validFrom" label="生效日期" hint="留空以签署完成为准">
          <DateInput />
        </Field>
        <Field name="validTo" label="终止日期">
          <DateInput />
        </Field>
        <Field name="deadline" label="签署截止" required hint="过期未签完的合同自动失效">
          <DateInput />
        </Field>
      </FormSection>
      <OwnFields />
      <FormSection title="签署方" columns={1} note="盖章位置默认在正文末尾的签署栏，保存草稿后可在详情页拖动调整">
        <Field name="signOrder" label="签署顺序">
          <RadioGroup options={optionsOf(signOrders)} />
        </Field>
        <FormTable<SignerDraft>
          name="signers"
          label="签署方"
          newRow={newSigner}
          ordered
          min={2}
          max={6}
          columns={[
            { key: 'side', title: '签署方', required: true, width: 140, options: optionsOf(sides) },
            { key: 'roleName', title: '签署身份', required: true, width: 160 },
            { key: 'sealKind', title: '印章', required: true, width: 180, options: optionsOf(sealKinds) },
          ]}
        />
        <Field name="riding" label="骑缝章" hint="只有一页的合同不加盖">
          <Checkbox>用我方印章在各页边缘加盖骑缝章</Checkbox>
        </Field>
        <Field name="realName" label="实名要求">
          <Checkbox>签署人须先通过个人实名认证</Checkbox>
        </Field>
      </FormSection>
    </FormPage>
  );
}
