import { Check } from 'lucide-react';
import type { AnswerOf } from '~/shared/endpoint';
import { Button } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { Progress } from '~/ui/kit/Feedback';
import type { creditGuide } from '../calls';

/** 使用引导 of credit: five steps, each ticked when it is really done. */
export default function CreditGuide({ first: { steps } }: { first: AnswerOf<typeof creditGuide> }) {
  const done = steps.filter((step) => step.done).length;
  const current = steps.find((step) => !step.done);
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl">使用引导</h1>
        <p className="text-ink-2">{done === steps.length ? '全部步骤已完成，客户可以赊销下单。' : `共${steps.length}步，已完成${done}步。`}</p>
        <Progress value={done} max={steps.length} label={`已完成${done}步，共${steps.length}步`} />
      </header>
      <ol className="flex flex-col gap-3">
        {steps.map((step, at) => (
          <li
            key={step.key}
            className={cx(
              'flex flex-wrap items-center gap-4 rounded-lg border bg-paper px-4 py-4 sm:px-5',
              step === current ? 'border-brand-line' : 'border-line',
            )}
          >
            <span
              className={cx(
                'figures inline-flex size-8 shrink-0 items-center justify-center rounded-full font-semibold',
                step.done ? 'bg-ok-soft text-ok' : 'bg-sunken text-ink-2',
              )}
            >
              {step.done ? <Check aria-hidden className="size-4" /> : at + 1}
            </span>
            <div className="min-w-0 flex-1">
              <h2 className="text-lg">
                {step.title}
                <span className={cx('ml-2 text-sm font-normal', step.done ? 'text-ok' : 'text-ink-3')}>{step.done ? '已完成' : '未完成'}</span>
              </h2>
              <p className="text-sm text-ink-3">{step.note}</p>
            </div>
            {step.href ? (
              <Button href={step.href} tone={step === current ? 'primary' : 'secondary'}>
                {step.action}
              </Button>
            ) : (
              <span className="text-sm text-ink-3">请联系有权限的同事完成</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
