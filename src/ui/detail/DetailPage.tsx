import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionRow, IconButton } from '../kit/Button';
import { type Actions, presentActions } from '../kit/types';
import { Copyable } from '../values/Copyable';

export interface Fact {
  label: string;
  value: ReactNode;
}

interface Props {
  title: string;
  /** Document number, can be copied. */
  no?: string | null | undefined;
  status?: ReactNode;
  /** Figures that matter, in the header. */
  facts?: readonly (Fact | false)[];
  steps?: ReactNode;
  /** What may be done in this state; the main act comes first. */
  actions?: Actions;
  backHref?: string;
  children: ReactNode;
}

export function DetailPage({ title, no, status, facts, steps, actions, backHref, children }: Props) {
  const present = presentActions(actions);
  const main = present.filter((action) => action.tone === 'primary');
  const inOrder = [...main, ...present.filter((action) => action.tone !== 'primary')];
  const shown = (facts ?? []).filter((fact): fact is Fact => Boolean(fact));
  return (
    <div className="flex flex-col gap-3">
      <header className="top-[52px] z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-paper px-4 py-3 shadow-card sm:sticky sm:px-5 print:static">
        {backHref && <IconButton label="返回" href={backHref} icon={<ArrowLeft aria-hidden />} className="-ml-2" />}
        <h1 className="text-xl max-sm:max-w-[calc(100%-3.25rem)]">{title}</h1>
        {no && <Copyable value={no} />}
        {status}
        <ActionRow actions={inOrder} className="ml-auto print:hidden" />
      </header>
      {(shown.length > 0 || steps) && (
        <div className="flex flex-col gap-4 rounded-lg border border-line bg-paper px-4 py-4 shadow-card sm:px-5">
          {steps}
          {shown.length > 0 && (
            <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
              {shown.map((fact) => (
                <div key={fact.label} className="min-w-0">
                  <dt className="text-sm text-ink-3">{fact.label}</dt>
                  <dd className="figures mt-0.5 text-xl font-semibold">{fact.value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
      {children}
    </div>
  );
}
