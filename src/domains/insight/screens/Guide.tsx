import { Check } from 'lucide-react';
import { useState } from 'react';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { Progress } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { guideClose } from '../calls';
import type { Guide as GuideData } from '../insight';

export default function Guide({ guide: { steps, closed } }: { guide: GuideData }) {
  const [hidden, setHidden] = useState(closed);
  const show = async () => {
    await call(guideClose, { closed: false });
    setHidden(false);
    toast('已恢复，未完成的步骤会显示在首页', 'ok');
  };
  const done = steps.filter((step) => step.done).length;
  const current = steps.find((step) => !step.done);
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl">使用引导</h1>
        <p className="text-ink-2">{done === steps.length ? '全部步骤已完成，可以开始日常经营。' : `共${steps.length}步，已完成${done}步。`}</p>
        {hidden && done < steps.length && (
          <p>
            <Button size="sm" onPress={show}>
              在首页显示
            </Button>
          </p>
        )}
        <Progress value={done} max={steps.length} label={`已完成${done}步，共${steps.length}步`} />
      </header>
      <ol className="flex flex-col gap-3">
        {steps.map((step, index) => (
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
              {step.done ? <Check aria-hidden className="size-4" /> : index + 1}
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
