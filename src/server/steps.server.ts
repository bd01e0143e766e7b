import { type Selectable, sql, type Updateable } from 'kysely';
import type { Me } from '~/portal/me';
import type { Subject } from '~/portal/subject';
import { refuseField } from '~/shared/refusal';
import type { StepTable } from '~/shared/states';
import { audit } from './audit.server';
import type { DB, Tx } from './db.server';
import type { DocumentTable, defineDocument } from './document.server';

interface Stepping {
  id: string;
  version: number;
  code: string;
  status: string;
  state_reason: string;
  updated_by: string | null;
}
type SteppingTable = { [T in DocumentTable]: Selectable<DB[T]> extends Stepping ? T : never }[DocumentTable];
interface Way<State extends string> {
  to: State;
  label: string;
  /** The person must say why. */
  reason: boolean;
}
interface Kind<Table extends SteppingTable, State extends string, W extends Way<State>> {
  docs: ReturnType<typeof defineDocument<Table, State>>;
  flow: StepTable<State, W>;
  subject: Subject & { table: Table };
}

/** Leads a document that is locked one step on, with its reason and its log entry; `check` refuses what else stands in the way of this step. */
export const defineSteps =
  <Table extends SteppingTable, State extends string, W extends Way<State>>({ docs, flow, subject }: Kind<Table, State, W>) =>
  async (tx: Tx, me: Me, doc: Selectable<DB[Table]>, { to, reason }: { to: State; reason: string }, check?: (way: W) => Promise<void>): Promise<void> => {
    const { id, version, code, status } = doc as unknown as Stepping;
    docs.mustBecome(doc, to, `改为“${flow.names[to]}”`);
    const way = flow.step(status as State, to);
    if (way.reason && !reason) refuseField('reason', `请填写${way.label}的原因`);
    await check?.(way);
    const set = { status: to, state_reason: reason, updated_by: me.accountId, updated_at: sql`now()` };
    await docs.update(tx, me, { id, version }, set as unknown as Updateable<DB[Table]>);
    const after = { 状态: flow.names[to], ...(reason ? { 原因: reason } : {}) };
    await audit(tx, me, { action: way.label, subject, id, no: code, before: { 状态: flow.names[status as State] }, after });
  };
