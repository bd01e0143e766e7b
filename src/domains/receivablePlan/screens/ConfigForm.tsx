import { useState } from 'react';
import { z } from 'zod';
import { clockPattern } from '~/shared/clock';
import type { AnswerOf } from '~/shared/endpoint';
import { type DayShift, dayShifts } from '~/shared/workingTime';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { Input, NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { configRead, configSave } from '../calls';

type First = AnswerOf<typeof configRead>;
const whole = (most: number, words: string) => z.string().refine((text) => /^\d{1,4}$/.test(text) && Number(text) <= most, words);
const amount = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, '请输入金额，最多两位小数');
const clock = z.string().regex(clockPattern, '时间格式应为HH:mm');
const Draft = z.object({
  buckets: z.string().regex(/^\d{1,4}([,，、 ]+\d{1,4}){0,6}$/, '请填写1到7个天数，用逗号隔开'),
  roundingLimit: amount,
  feeLimit: amount,
  dueShift: z.string(),
  holidays: z.array(z.object({ day: z.string().min(1, '请选择日期'), works: z.string(), name: z.string().max(20, '名称长度不能超过20个字') })),
  monthTarget: amount,
  remindDays: whole(90, '请输入0到90的整数'),
  defaultDueDays: whole(3650, '请输入0到3650的整数'),
  retentionDays: whole(3650, '请输入0到3650的整数'),
  sendFrom: clock,
  sendTo: clock,
  workdaysOnly: z.string(),
  dailyCap: whole(100, '请输入1到100的整数'),
  minContactDays: whole(90, '请输入0到90的整数'),
  sureScore: whole(100, '请输入60到100的整数'),
});
type Draft = z.infer<typeof Draft>;

const draftOf = ({ config }: First): Draft => ({
  buckets: (config.buckets ?? []).join('，'),
  roundingLimit: config.roundingLimit ?? '',
  feeLimit: config.feeLimit ?? '',
  dueShift: config.dueShift ?? 'NONE',
  holidays: (config.holidays ?? []).map((one) => ({ day: one.day, works: String(one.works), name: one.name ?? '' })),
  monthTarget: config.monthTarget ?? '',
  remindDays: String(config.remindDays),
  defaultDueDays: String(config.defaultDueDays),
  retentionDays: String(config.retentionDays),
  sendFrom: config.sendFrom ?? '',
  sendTo: config.sendTo ?? '',
  workdaysOnly: String(config.workdaysOnly),
  dailyCap: String(config.dailyCap),
  minContactDays: String(config.minContactDays),
  sureScore: String(config.sureScore),
});
const works = [
  { value: 'false', label: '放假' },
  { value: 'true', label: '上班' },
];
const latestConfig = async () => {
  const now = await call(configRead, {});
  return { values: draftOf(now), version: now.version };
};

export default function ConfigForm({ first }: { first: First }) {
  const [now, setNow] = useState(first);
  const submit = async (draft: Draft, _key: string, _confirmed: boolean, latest = now.version) => {
    const saved = await call(configSave, {
      version: latest,
      config: {
        ...draft,
        buckets: draft.buckets.split(/[,，、 ]+/).map(Number),
        remindDays: Number(draft.remindDays),
        defaultDueDays: Number(draft.defaultDueDays),
        retentionDays: Number(draft.retentionDays),
        dueShift: draft.dueShift as DayShift,
        holidays: draft.holidays.map((one) => ({ ...one, works: one.works === 'true' })),
        workdaysOnly: draft.workdaysOnly === 'true',
        dailyCap: Number(draft.dailyCap),
        minContactDays: Number(draft.minContactDays),
        sureScore: Number(draft.sureScore),
      },
    });
    setNow(saved);
    toast('应收设置已保存', 'ok');
  };
  return (
    <FormPage<Draft> schema={Draft} defaults={draftOf(first)} submit={submit} latest={latestConfig} draftKey="receivableConfig">
      <FormSection title="账龄与款项" columns={2}>
        <Field name="buckets" label="账龄段(天)" required hint="每段的截止天数，如 30，60，90；最后一段以上自动成为一段">
          <Input maxLength={60} />
        </Field>
        <Field name="monthTarget" label="本月回款目标" required hint="0为不设目标">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="defaultDueDays" label="默认账期" required>
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="retentionDays" label="默认质保期" required>
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="dueShift" label="到期日遇非工作日" required hint="用于按事件计算的到期日">
          <Select options={optionsOf(dayShifts)} />
        </Field>
        <Field name="remindDays" label="到期前提醒" required hint="提前提醒业务员，每笔应收各提醒一次">
          <NumberInput decimals={0} unit="天" />
        </Field>
      </FormSection>
      <FormSection title="回款" columns={2}>
        <Field name="roundingLimit" label="抹零上限" required hint="每张应收单一次最多抹零的金额，仍须审批">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="feeLimit" label="手续费上限" required hint="登记回款时可以申请由我方承担的银行手续费">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="sureScore" label="自动匹配把握" required hint="银行流水匹配达到该分数的可以直接生成收款单">
          <NumberInput decimals={0} unit="分" />
        </Field>
      </FormSection>
      <FormSection title="催收发送" columns={2}>
        <Field name="sendFrom" label="发送时间起" required>
          <Input maxLength={5} />
        </Field>
        <Field name="sendTo" label="发送时间止" required>
          <Input maxLength={5} />
        </Field>
        <Field name="workdaysOnly" label="发送日期" required hint="节假日按国务院公布的安排和下面的公司日历">
          <Select
            options={[
              { value: 'true', label: '仅工作日' },
              { value: 'false', label: '每天' },
            ]}
          />
        </Field>
        <Field name="dailyCap" label="每位客户每日上限" required>
          <NumberInput decimals={0} unit="次" />
        </Field>
        <Field name="minContactDays" label="两次联系最短间隔" required>
          <NumberInput decimals={0} unit="天" />
        </Field>
      </FormSection>
      <FormSection title="公司日历" columns={1}>
        <FormTable<Draft['holidays'][number]>
          name="holidays"
          label="公司日历"
          newRow={() => ({ day: '', works: 'false', name: '' })}
          min={0}
          max={120}
          columns={[
            { key: 'day', title: '日期', kind: 'date', required: true, width: 160 },
            { key: 'works', title: '安排', required: true, width: 120, options: works },
            { key: 'name', title: '名称', width: 200 },
          ]}
        />
        <p className="text-sm text-ink-3">只填写与国家公布安排不同的日子，如厂休、加班。</p>
      </FormSection>
      <FormSection title="编号预览" columns={1}>
        <DetailTable
          caption="编号预览"
          rows={now.numbers}
          rowKey={(row) => row.prefix}
          columns={[
            { key: 'name', title: '单据' },
            { key: 'prefix', title: '前缀' },
            { key: 'next', title: '今天的下一个编号' },
          ]}
        />
      </FormSection>
      <FormSection title="修改记录" columns={1}>
        <DetailTable
          caption="修改记录"
          rows={now.history.map((one) => ({ id: String(one.version), ...one }))}
          columns={[
            { key: 'version', title: '版本', cell: (row) => `第${row.version}版` },
            { key: 'note', title: '内容' },
            { key: 'actor', title: '修改人' },
            { key: 'createdAt', title: '时间', kind: 'time' },
          ]}
        />
      </FormSection>
    </FormPage>
  );
}
