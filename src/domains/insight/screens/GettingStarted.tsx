import { Check } from 'lucide-react';
import { useState } from 'react';
import { call } from '~/shell/call';
import { Card } from '~/ui/kit/Card';
import { cx } from '~/ui/kit/cx';
import { Progress } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { toast } from '~/ui/kit/toast';
import { guideClose } from '../calls';
import type { GuideStep } from '../insight.schema';

/** What a new factory has yet to set up; each step ticks itself when it is really done, and the card goes when all are or the person closes it. */
export default function GettingStarted({ steps }: { steps: readonly GuideStep[] }) {
  const [closed, setClosed] = useState(false);
  const done = steps.filter((step) => step.done).length;
  if (closed || done === steps.length) return null;
  const close = async () => {
    await call(guideClose, { closed: true });
    setClosed(true);
    toast('已收起，可在“使用引导”中恢复', 'ok');
  };
  const next = steps.find((step) => !step.done);
  return (
    <Card
      title="开始使用"
      note={`共${steps.length}步，已完成${done}步`}
      actions={[
        { label: '查看使用引导', href: '/portal/supplyChain/factory/guide' },
        { label: '不再显示', onPress: close },
      ]}
    >
      <Progress value={done} max={steps.length} label={`已完成${done}步，共${steps.length}步`} />
      <ol className="mt-4 grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={cx('flex items-center gap-3 rounded-md border px-3 py-2.5', step === next ? 'border-brand-line bg-brand-soft' : 'border-line')}
          >
            <span
              className={cx(
                'figures inline-flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-semibold',
                step.done ? 'bg-ok-soft text-ok' : 'bg-sunken text-ink-2',
              )}
            >
              {step.done ? <Check aria-hidden className="size-3.5" /> : index + 1}
            </span>
            <span className="min-w-0 flex-1">{step.title}</span>
            {step.done ? <span className="text-sm text-ok">已完成</span> : step.href && <Link href={step.href}>{step.action}</Link>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
