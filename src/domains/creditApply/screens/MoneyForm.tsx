import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { moneyRead, moneySave } from '../calls';

type First = AnswerOf<typeof moneyRead>;
interface Level {
  levelId: string;
  base: string;
  most: string;
}
interface Draft {
  levels: Level[];
  months: string;
  lowPct: string;
  bonusPct: string;
  loyalDays: string;
  latePct: string;
  stopDays: string;
}
const draftOf = ({ config }: First): Draft => ({
  levels: (config.levels ?? []).map(({ levelId, base, most }) => ({ levelId, base, most: most ?? '' })),
  months: String(config.months ?? 2),
  lowPct: String(config.lowPct ?? 60),
  bonusPct: String(config.bonusPct ?? 20),
  loyalDays: String(config.loyalDays ?? 365),
  latePct: String(config.latePct ?? 10),
  stopDays: String(config.stopDays ?? 30),
});
const latestConfig = async () => {
  const now = await call(moneyRead, {});
  return { values: draftOf(now), version: now.version };
};
const newLevel = (): Level => ({ levelId: '', base: '0', most: '' });

/** 额度设置: limits by level, and by which figures a range is suggested. */
export default function MoneyForm({ first }: { first: First }) {
  const [version, setVersion] = useState(first.version);
  const submit = async (draft: Draft, _key: string, _confirmed: boolean, latest = version) => {
    const config = {
      levels: draft.levels.map(({ levelId, base, most }) => ({ levelId, base: base || '0', most: most || null })),
      months: Number(draft.months),
      lowPct: Number(draft.lowPct),
      bonusPct: Number(draft.bonusPct),
      loyalDays: Number(draft.loyalDays),
      latePct: Number(draft.latePct),
      stopDays: Number(draft.stopDays),
    };
    const saved = await call(moneySave, { config, version: latest });
    setVersion(saved.version);
    toast('额度设置已保存，从下一次建议起生效', 'ok');
  };
  return (
    <FormPage<Draft> defaults={draftOf(first)} submit={submit} latest={latestConfig} draftKey="creditMoney">
      <FormSection title="按客户等级" flush note="没有采购记录的客户按默认额度建议；建议额度不超过上限">
        <FormTable<Level>
          name="levels"
          label="客户等级"
          newRow={newLevel}
          min={0}
          max={50}
          columns={[
            { key: 'levelId', title: '客户等级', required: true, width: 180, options: first.levels.map(({ id, name }) => ({ value: id, label: name })) },
            { key: 'base', title: '默认额度(元)', width: 160 },
            { key: 'most', title: '上限(元，留空不限)', width: 180 },
          ]}
        />
      </FormSection>
      <FormSection title="建议额度系数" columns={3}>
        <Field name="months" label="采购月数" required hint="按近一年月均采购额的几个月计">
          <NumberInput decimals={0} unit="个月" />
        </Field>
        <Field name="lowPct" label="区间下限" required hint="为上限的百分之几">
          <NumberInput decimals={0} unit="%" />
        </Field>
        <Field name="stopDays" label="不建议的逾期天数" required hint="现有逾期超过该天数不建议授信">
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="bonusPct" label="按时还款上调" required>
          <NumberInput decimals={0} unit="%" />
        </Field>
        <Field name="loyalDays" label="上调所需合作天数" required>
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="latePct" label="逾期下调" required hint="近一年最长逾期每满10天（不足按10天）">
          <NumberInput decimals={0} unit="%" />
        </Field>
      </FormSection>
    </FormPage>
  );
}
