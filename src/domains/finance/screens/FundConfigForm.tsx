import { useState } from 'react';
import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { fundConfigRead, fundConfigSave } from '../calls';
import { captureMoments } from '../fundConfig';

type First = AnswerOf<typeof fundConfigRead>;
const yesNo = [
  { value: 'true', label: '允许' },
  { value: 'false', label: '不允许' },
];

const Draft = z.object({
  lowBalance: z.string().regex(/^$|^\d{1,10}(\.\d{1,2})?$/, '请输入金额，最多两位小数'),
  captureAt: z.string(),
  withdrawal: z.string(),
  expenseCeiling: z.string().regex(/^(\d{1,2}|100)$/, '请输入0到100的整数'),
  graceDays: z.string().regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, '请输入1到365的整数'),
});
type Draft = z.infer<typeof Draft>;

const draftOf = ({ config }: First): Draft => ({
  lowBalance: config.lowBalance ?? '',
  captureAt: config.captureAt ?? 'SHIP',
  withdrawal: String(config.withdrawal ?? true),
  expenseCeiling: String(config.expenseCeiling ?? 100),
  graceDays: String(config.graceDays ?? 30),
});

const latestConfig = async () => {
  const now = await call(fundConfigRead, {});
  return { values: draftOf(now), version: now.version };
};

/** How this factory runs its customers' accounts. */
export default function FundConfigForm({ first }: { first: First }) {
  const [version, setVersion] = useState(first.version);
  const submit = async (draft: Draft, _key: string, _confirmed: boolean, latest = version) => {
    const config = {
      ...draft,
      lowBalance: draft.lowBalance || null,
      withdrawal: draft.withdrawal === 'true',
      expenseCeiling: Number(draft.expenseCeiling),
      graceDays: Number(draft.graceDays),
    } as First['config'];
    const saved = await call(fundConfigSave, { config, version: latest });
    setVersion(saved.version);
    toast('账户配置已保存，从下一张订单起生效', 'ok');
  };
  return (
    <FormPage<Draft> schema={Draft} defaults={draftOf(first)} submit={submit} latest={latestConfig} draftKey="fundConfig">
      <FormSection title="资金账户">
        <Field name="lowBalance" label="最低余额提醒" hint="可用余额低于该值时标红并提醒客户；单个账户可另设；留空不提醒">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="captureAt" label="扣款时点" hint="订单冻结的资金何时从账户扣除">
          <Select options={optionsOf(captureMoments)} />
        </Field>
        <Field name="withdrawal" label="余额提现" hint="客户和厂家可否申请把余额退回银行账户">
          <Select options={yesNo} />
        </Field>
      </FormSection>
      <FormSection title="费用账户">
        <Field name="expenseCeiling" label="每单抵扣上限" hint="费用最多抵扣商品金额的百分之几；0为停用抵扣">
          <NumberInput decimals={0} unit="%" />
        </Field>
        <Field name="graceDays" label="到期退回宽限" hint="已过期的费用因取消或退货退回时，再延长的天数">
          <NumberInput decimals={0} unit="天" />
        </Field>
      </FormSection>
    </FormPage>
  );
}
