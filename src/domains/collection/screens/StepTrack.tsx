import { formatMoney } from '~/ui/values/format';
import { assignees, channels, endActions, entryModes, isTask, whenWords } from '../strategy';
import type { Shown } from './StrategyHome';

type Spec = NonNullable<Shown['published']>['spec'];
const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The steps along time, before and after the due day. */
export function StepTrack({ spec }: { spec: Spec }) {
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="策略步骤" className="flex flex-wrap gap-2">
        {spec.steps.map((step, index) => (
          <li key={index} className="min-w-36 rounded-md border border-line px-3 py-2">
            <span className="block text-xs text-ink-3">
              第{index + 1}步 · {whenWords(step)}
            </span>
            <span className="block font-medium">{channels[step.channel]}</span>
            <span className="block text-xs text-ink-3">
              {step.auto && !isTask(step.channel) ? '自动' : `${assignees[step.assignee]}办理`}
              {step.escalateHours > 0 && ` · ${step.escalateHours}小时未办升级`}
              {step.repeatMax > 0 && ` · 每${step.repeatEvery}天重复，最多${step.repeatMax}次`}
            </span>
          </li>
        ))}
        {spec.endAction !== 'NONE' && (
          <li className="min-w-36 rounded-md border border-dashed border-line-strong px-3 py-2">
            <span className="block text-xs text-ink-3">最后一步后{spec.endAfter}天</span>
            <span className="block font-medium">{endActions[spec.endAction]}</span>
          </li>
        )}
      </ol>
      <p className="text-sm text-ink-3">
        {entryModes[spec.entry]}；两次联系至少间隔{spec.gapDays}天；{spec.workdaysOnly ? '工作日' : '每天'}
        {clock(spec.windowFrom)}–{clock(spec.windowUntil)}发送；{spec.dailyCap > 0 ? `每日最多${spec.dailyCap}条` : '不限每日条数'}；低于
        {formatMoney(spec.minAmount)}元不催
      </p>
    </div>
  );
}
