import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { cx } from './cx';
import { Progress } from './Feedback';

interface Step {
  key: string;
  title: string;
  note: string;
  /** Empty: not for this person to do. */
  href: string;
  action: string;
  done: boolean;
}

/** 使用引导: steps, each ticked when it is really done, the first open one offered. `finished` is said when all are; `more` stands below that sentence. */
export function StepGuide({ steps, finished, more }: { steps: readonly Step[]; finished: string; more?: ReactNode }) {
  const done = steps.filter((step) => step.done).length;
  const current = steps.find((step) => !step.done);
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl">使用引导</h1>
        <p className="text-ink-2">{done === steps.length ? finished : `共${steps.length}步，已完成${done}步。`}</p>
        {done < steps.length && more}
        <Progress value={done} max={steps.length} label={`已完成${done}步，共${steps.length}步`} />
      </header>
      <ol className="flex flex-col gap-3">
        {steps.map((step, at) => (
          <GuideStep key={step.key} step={step} no={at + 1} current={step === current} />
        ))}
      </ol>
    </div>
  );
}

function GuideStep({ step, no, current }: { step: Step; no: number; current: boolean }) {
  return (
    <li className={cx('flex flex-wrap items-center gap-4 rounded-lg border bg-paper px-4 py-4 sm:px-5', current ? 'border-brand-line' : 'border-line')}>
      <span
        className={cx(
          'figures inline-flex size-8 shrink-0 items-center justify-center rounded-full font-semibold',
          step.done ? 'bg-ok-soft text-ok' : 'bg-sunken text-ink-2',
        )}
      >
        {step.done ? <Check aria-hidden className="size-4" /> : no}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg">
          {step.title}
          <span className={cx('ml-2 text-sm font-normal', step.done ? 'text-ok' : 'text-ink-3')}>{step.done ? '已完成' : '未完成'}</span>
        </h2>
        <p className="text-sm text-ink-3">{step.note}</p>
      </div>
      {step.href ? (
        <Button href={step.href} tone={current ? 'primary' : 'secondary'}>
          {step.action}
        </Button>
      ) : (
        !step.done && <span className="text-sm text-ink-3">请联系有权限的同事完成</span>
      )}
    </li>
  );
}
