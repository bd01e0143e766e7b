import { Check, Circle, CircleDashed, CircleDot, CornerUpLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../kit/cx';

/** done: passed or acted. now: waits. future: predicted. stopped: refused. back: given back. void: lapsed. */
export type TrailState = 'done' | 'now' | 'future' | 'stopped' | 'back' | 'void';

export interface TrailPerson {
  name: string;
  /** 同意, 待办, 已转办给张三 … */
  state: string;
  tone: TrailState;
  at?: ReactNode;
  opinion?: string;
  extra?: ReactNode;
}
export interface TrailStep {
  key: string;
  title: string;
  /** 会签 · 2/5. */
  note?: string;
  state: TrailState;
  people: readonly TrailPerson[];
}

const marks = { done: Check, now: CircleDot, future: CircleDashed, stopped: X, back: CornerUpLeft, void: Circle } as const;
const tints: Record<TrailState, string> = {
  done: 'border-ok bg-ok-soft text-ok',
  now: 'border-brand bg-brand-soft text-brand',
  future: 'border-dashed border-line-strong text-ink-3',
  stopped: 'border-danger bg-danger-soft text-danger',
  back: 'border-warn bg-warn-soft text-warn',
  void: 'border-line text-ink-3',
};
const words: Record<TrailState, string> = { done: '已完成', now: '进行中', future: '预计', stopped: '已驳回', back: '已退回', void: '已作废' };

/** The way of an approval from top to bottom: what was done by whom, who has it now, and in grey who will be asked. */
export function Trail({ steps }: { steps: readonly TrailStep[] }) {
  return (
    <ol aria-label="审批过程">
      {steps.map((step, index) => {
        const Mark = marks[step.state];
        return (
          <li key={step.key} className="relative flex gap-3 pb-5 last:pb-0">
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={cx(
                  'absolute top-7 bottom-0 left-[13px] w-px',
                  step.state === 'future' ? 'border-l border-dashed border-line-strong' : 'bg-line-strong',
                )}
              />
            )}
            <span
              className={cx('relative mt-0.5 inline-flex size-[27px] shrink-0 items-center justify-center rounded-full border bg-paper', tints[step.state])}
            >
              <Mark aria-hidden className="size-4" />
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className={cx('font-medium', (step.state === 'future' || step.state === 'void') && 'text-ink-3')}>{step.title}</span>
                {step.note && <span className="text-sm text-ink-3">{step.note}</span>}
                <span className="sr-only">{words[step.state]}</span>
              </p>
              {step.people.map((person, at) => (
                <Person key={`${person.name}${String(at)}`} person={person} />
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

const personTints: Record<TrailState, string> = {
  done: 'text-ok',
  now: 'text-brand',
  future: 'text-ink-3',
  stopped: 'text-danger',
  back: 'text-warn',
  void: 'text-ink-3',
};

const Person = ({ person }: { person: TrailPerson }) => (
  <div className={cx('mt-1.5', person.tone === 'future' && 'text-ink-3')}>
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span>{person.name}</span>
      <span className={cx('text-sm', personTints[person.tone])}>{person.state}</span>
      {person.at && <span className="figures ml-auto text-sm text-ink-3">{person.at}</span>}
    </p>
    {person.opinion && <p className="mt-1 rounded bg-sunken px-2.5 py-1.5 whitespace-pre-line break-words">{person.opinion}</p>}
    {person.extra}
  </div>
);
