import { Button } from '~/ui/kit/Button';
import { Tag } from '~/ui/kit/Tag';
import { reactionTones } from '../pickers/Explain';
import { type Checkpoint, checkpoints, type Reaction, reactions } from '../rule';
import type { RuleShown } from './RuleHome';

export const states = { NOW: '生效中', COMING: '待生效', OVER: '已被新版本替换', OFF: '已停用' } as const;
const tones = { NOW: 'ok', COMING: 'info', OVER: 'neutral', OFF: 'neutral' } as const;
export const RuleState = ({ rule }: { rule: Pick<RuleShown, 'state'> }) => <Tag tone={tones[rule.state]}>{states[rule.state]}</Tag>;

/** Whom it is for, in words. */
export const scopeWords = ({ levels, types, customers }: Pick<RuleShown, 'levels' | 'types' | 'customers'>): string =>
  [levels, types, customers]
    .filter((all) => all.length)
    .map((all) => all.map(({ name }) => name).join('、'))
    .join('；') || '全部客户';

interface Props {
  rule: RuleShown;
  may: boolean;
  onEdit: () => void;
  onTurn: () => void;
  onHistory: () => void;
}

export function RuleCard({ rule, may, onEdit, onTurn, onHistory }: Props) {
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-paper px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-base font-semibold">{rule.name}</h2>
        <Tag tone={reactionTones[rule.reaction as Reaction]}>{reactions[rule.reaction as Reaction]}</Tag>
        <RuleState rule={rule} />
        <span className="ml-auto text-sm text-ink-3">{`优先级${rule.priority}`}</span>
      </div>
      <p>{rule.words}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-ink-3">检查点</dt>
        <dd>{rule.checkpoints.map((key) => checkpoints[key as Checkpoint]).join('、')}</dd>
        <dt className="text-ink-3">适用</dt>
        <dd>{scopeWords(rule)}</dd>
        <dt className="text-ink-3">生效</dt>
        <dd>{`${rule.effectiveFrom}起，第${rule.ver}版，${rule.creator}`}</dd>
        {rule.reaction === 'APPROVE' && (
          <>
            <dt className="text-ink-3">特批后</dt>
            <dd>{`${rule.releaseValidDays}天内有效，金额可多${rule.releaseDeviationPct}%`}</dd>
          </>
        )}
      </dl>
      <div className="mt-auto flex flex-wrap justify-end gap-2 border-t border-line pt-2">
        <Button size="sm" tone="link" onPress={onHistory}>
          版本历史
        </Button>
        {may && (
          <>
            <Button size="sm" tone="link" onPress={onTurn}>
              {rule.enabled ? '停用' : '启用'}
            </Button>
            <Button size="sm" tone="link" onPress={onEdit}>
              修改
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
