import type { ReactNode } from 'react';
import { DetailPage, type Fact } from '../detail/DetailPage';
import { Card } from '../kit/Card';
import { Timeline, type TimelineItem } from '../kit/Timeline';
import type { Actions } from '../kit/types';
import { DecisionPanel } from './DecisionPanel';

export type Decision = 'PASS' | 'REJECT';

interface Props {
  title: string;
  no?: string | null | undefined;
  status?: ReactNode;
  facts?: readonly (Fact | false)[];
  records: readonly TimelineItem[];
  /** Without it the page only shows. */
  decide?: ((decision: Decision, comment: string) => Promise<unknown>) | undefined;
  /** Beside the decision: 转交, 加签 … */
  actions?: Actions;
  backHref?: string;
  children: ReactNode;
}

/** What is to be judged on the left, the decision and its history on the right; on phones the decision comes last. */
export function ApprovalPage({ title, no, status, facts, records, decide, actions, backHref, children }: Props) {
  return (
    <DetailPage title={title} no={no} status={status} {...(facts ? { facts } : {})} {...(backHref ? { backHref } : {})}>
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-3">{children}</div>
        <aside aria-label="审批" className="flex flex-col gap-3 xl:sticky xl:top-[124px]">
          {decide && <DecisionPanel decide={decide} actions={actions} />}
          <Card title="审批记录">
            <Timeline items={records} />
          </Card>
        </aside>
      </div>
    </DetailPage>
  );
}
