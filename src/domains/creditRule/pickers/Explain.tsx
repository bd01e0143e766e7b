import { Check, CircleAlert, Minus } from 'lucide-react';
import type { AnswerOf } from '~/shared/endpoint';
import { cx } from '~/ui/kit/cx';
import { EmptyState } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import type { creditRuleCheck } from '../calls';
import { type Reaction, reactions } from '../rule';

type Rules = AnswerOf<typeof creditRuleCheck>['rules'];
type Tree = Rules[number]['tree'];

export const reactionTones = { PASS: 'ok', WARN: 'warn', APPROVE: 'info', BLOCK: 'danger' } as const;
const outcomes = { HIT: '命中', RELEASED: '已特批放行', BEHIND: '已被前面的规则放行', MISS: '未命中' } as const;

export const VerdictTag = ({ verdict }: { verdict: string }) => (
  <Tag tone={reactionTones[verdict as Reaction] ?? 'neutral'}>{verdict === 'PASS' ? '通过' : (reactions[verdict as Reaction] ?? verdict)}</Tag>
);

/** Every rule with its figures, what it says, and what would let it pass. */
export function Explain({ rules }: { rules: Rules }) {
  if (rules.length === 0) return <EmptyState title="没有适用的规则" note="当前检查点没有启用的规则，直接通过" />;
  return (
    <ul aria-label="规则检查结果" className="flex flex-col gap-2">
      {rules.map((rule) => {
        const hit = rule.outcome === 'HIT';
        return (
          <li
            key={rule.ruleId}
            className={cx('rounded-md border px-3 py-2.5', hit && rule.reaction !== 'PASS' ? 'border-brand-line bg-brand-soft' : 'border-line')}
          >
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{rule.name}</span>
              <Tag tone={hit ? reactionTones[rule.reaction as Reaction] : 'neutral'}>{hit ? reactions[rule.reaction as Reaction] : outcomes[rule.outcome]}</Tag>
              <span className="ml-auto text-xs text-ink-3">{`优先级${rule.priority}${rule.ver ? `，第${rule.ver}版` : ''}`}</span>
            </div>
            <Branch tree={rule.tree} />
            {rule.hint && <p className="mt-1 text-sm text-ink-2">{`要通过需：${rule.hint}`}</p>}
          </li>
        );
      })}
    </ul>
  );
}

interface Leaf {
  kind: 'is';
  words: string;
  holds: boolean;
}
interface Group {
  kind: 'all' | 'any';
  parts: (Leaf | Group)[];
}

function Branch({ tree }: { tree: Tree }) {
  const one = tree as Leaf | Group;
  if (one.kind === 'is')
    return (
      <p className={cx('mt-1 flex items-start gap-1.5 text-sm', one.holds ? 'text-ink' : 'text-ink-3')}>
        {one.holds ? (
          <CircleAlert aria-label="成立" className="mt-0.5 size-4 shrink-0 text-warn" />
        ) : (
          <Check aria-label="不成立" className="mt-0.5 size-4 shrink-0 text-ok" />
        )}
        {one.words}
      </p>
    );
  return (
    <div className="mt-1 border-l-2 border-line pl-3">
      <p className="flex items-center gap-1.5 text-xs text-ink-3">
        <Minus aria-hidden className="size-3" />
        {one.kind === 'all' ? '同时成立' : '任一成立'}
      </p>
      {one.parts.map((part, at) => (
        <Branch key={at} tree={part as Tree} />
      ))}
    </div>
  );
}
