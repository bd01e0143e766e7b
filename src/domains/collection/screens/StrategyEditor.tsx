import { useState } from 'react';
import type { InputOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { FormTable } from '~/ui/form/FormTable';
import { latestRow } from '~/ui/form/latestRow';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { strategyHome, strategySave } from '../calls';
import { assignees, bases, channels, endActions, entryModes, stops } from '../strategy';
import type { Home, Shown } from './StrategyHome';
import { blankDraft, draftOf, newStep, type StepDraft, type StrategyDraft, specOf } from './strategyDraft';

interface Props {
  home: Home;
  of: Shown | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}
const yes = [
  { value: 'true', label: '自动' },
  { value: 'false', label: '人工' },
];

/** A strategy as a draft: what is in force goes on until this is published. */
export default function StrategyEditor({ home, of, onClose, onSaved }: Props) {
  const [defaults] = useState<StrategyDraft>(() => (of ? draftOf(of) : blankDraft()));
  // Those a strategy names stay to choose when no customer bears them any more.
  const tags = [...new Set([...home.tags, ...defaults.tags.split(',').filter(Boolean)])];
  return (
    <FormDialog<StrategyDraft>
      open
      width="xl"
      title={of ? `编辑策略：${of.name}` : '新建策略'}
      ok="保存草稿"
      defaults={defaults}
      latest={
        of === null
          ? undefined
          : latestRow(
              async () => (await call(strategyHome, {})).strategies,
              ({ id }) => id === of.id,
              draftOf,
            )
      }
      onClose={onClose}
      submit={async (draft, _confirmed, version = of?.version ?? 0) => {
        const spec = specOf(draft) as InputOf<typeof strategySave>['spec'];
        await call(strategySave, {
          id: of?.id ?? '',
          version,
          name: draft.name,
          priority: Number(draft.priority),
          notes: draft.notes,
          spec,
        });
        await onSaved();
        toast('草稿已保存，发布后生效', 'ok');
      }}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field name="name" label="策略名称" required>
          <Input maxLength={30} />
        </Field>
        <Field name="priority" label="优先级" required hint="1到999，小的先匹配">
          <NumberInput decimals={0} />
        </Field>
        <Field name="entry" label="进入方式" required>
          <Select options={optionsOf(entryModes)} />
        </Field>
      </div>
      <FormTable<StepDraft>
        name="steps"
        label="步骤"
        newRow={newStep}
        min={1}
        max={30}
        columns={[
          { key: 'basis', title: '起算', required: true, width: 110, options: optionsOf(bases) },
          { key: 'offset', title: '天数', required: true, width: 80 },
          { key: 'channel', title: '方式', required: true, width: 120, options: optionsOf(channels) },
          {
            key: 'body',
            title: '内容',
            width: 300,
            wide: true,
            input: ({ props }) => <Textarea {...(props as object)} rows={2} maxLength={2000} />,
          },
          { key: 'auto', title: '发送', required: true, width: 90, options: yes },
          { key: 'assignee', title: '办理人', required: true, width: 100, options: optionsOf(assignees) },
          { key: 'escalateHours', title: '超时升级(小时)', width: 120 },
          { key: 'repeatEvery', title: '重复间隔(天)', width: 110 },
          { key: 'repeatMax', title: '最多重复', width: 90 },
        ]}
      />
      <p className="text-sm text-ink-3">
        天数为负表示到期前；任务超过时限未办会通知主管，0为不升级。发送时间、间隔与每位客户每日上限以系统配置为限。内容可用：
        {home.words.map((word) => `{${word}}`).join('')}
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field name="levelIds" label="适用客户等级" hint="不选为全部">
          <MultiSelect options={home.levels.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <Field name="tags" label="适用客户标签" hint={tags.length ? '有其中一个即可，不选为全部' : '客户资料里填写标签后可选'}>
          <MultiSelect options={tags.map((tag) => ({ value: tag, label: tag }))} />
        </Field>
        <Field name="regions" label="适用销售区域" hint="多个用逗号分隔，留空为全部">
          <Input maxLength={200} />
        </Field>
        <Field name="minAmount" label="最低催收金额" required>
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="minOverdue" label="逾期金额不低于" hint="留空不限">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="maxOverdue" label="逾期金额不高于" hint="留空不限">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="minDays" label="逾期天数不少于" hint="留空不限">
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="maxDays" label="逾期天数不多于" hint="留空不限">
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="gapDays" label="联系间隔" required hint="任何方式两次联系之间至少几天">
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="dailyCap" label="每日上限" required hint="0为不限">
          <NumberInput decimals={0} unit="条" />
        </Field>
        <Field name="windowFrom" label="发送窗口开始" required hint="如 09:00">
          <Input maxLength={5} />
        </Field>
        <Field name="windowUntil" label="发送窗口结束" required hint="如 18:00">
          <Input maxLength={5} />
        </Field>
        <Field name="workdaysOnly" label="发送日" required>
          <Select
            options={[
              { value: 'true', label: '仅工作日' },
              { value: 'false', label: '每天' },
            ]}
          />
        </Field>
        <Field name="stopOn" label="停止条件">
          <MultiSelect options={optionsOf(stops)} />
        </Field>
        <Field name="promiseGrace" label="承诺宽限" required hint="过了承诺日几天算违约">
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="endAction" label="结束动作" required>
          <Select options={optionsOf(endActions)} />
        </Field>
        <Field name="endAfter" label="结束动作在最后一步后" required>
          <NumberInput decimals={0} unit="天" />
        </Field>
        <Field name="notes" label="修改说明" span={2}>
          <Input maxLength={200} />
        </Field>
      </div>
    </FormDialog>
  );
}
