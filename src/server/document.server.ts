import { type Selectable, sql, type Updateable } from 'kysely';
import type { Me } from '~/portal/me';
import { notFound, type RefusalReason, refuse } from '~/shared/refusal';
import { currently, type StateTable } from '~/shared/states';
import type { DB, Tx } from './db.server';
import { mustBeSeen, updateKnown } from './versioned.server';

interface Kept {
  tenant_id: bigint;
  id: string;
  version: number;
  status: string;
}
/** Tables whose rows are documents: they have a state, and a version that every change raises. */
export type DocumentTable = { [T in keyof DB]: Selectable<DB[T]> extends Kept ? T : never }[keyof DB];

interface Kind<Table extends DocumentTable, State extends string> {
  table: Table;
  /** 入库单. */
  noun: string;
  /** How sentences name one: 入库单RK2026…. */
  title(doc: Selectable<DB[Table]>): string;
  states: StateTable<State>;
  /** Which rows of the table are of this kind; none: all. */
  is?(doc: Selectable<DB[Table]>): boolean;
  /** By which programs know that a document's state was in the way; none: BAD_STATE. */
  reason?: RefusalReason;
}
interface Seen {
  id: string;
  /** Refused when it is another by now; none: whatever it is. */
  version?: number | undefined;
}

interface Standing<State extends string> {
  title: string;
  state: State;
  names: Readonly<Record<State, string>>;
  reason?: RefusalReason;
}
/** The states something may be done in: one, several, or those that answer so. */
type Allowed<State extends string> = State | readonly State[] | ((state: State) => boolean);
/** What was to be done (不能…), or what to say instead where people are better helped by it. */
type Wish = string | { said: string };

/** Refuses what may not be done in a state, saying what it is about and where that stands. */
export function mustStand<State extends string>({ title, state, names, reason = 'BAD_STATE' }: Standing<State>, allowed: Allowed<State>, wish: Wish): void {
  const may = typeof allowed === 'function' ? allowed(state) : [allowed].flat().includes(state);
  if (!may) refuse(reason, title + currently(names[state], typeof wish === 'string' ? `不能${wish}` : wish.said));
}

/** One way to lock, to step and to save the documents of a kind. */
export function defineDocument<Table extends DocumentTable, State extends string>(kind: Kind<Table, State>) {
  const { table, noun, title, states, is = () => true, reason } = kind;
  type Doc = Selectable<DB[Table]>;
  const any = table as 'stock_doc';
  /** In id order, all of them as they were seen: refuses what is missing and what was changed since. */
  const lockAll = async (tx: Tx, me: Pick<Me, 'tenantId'>, refs: readonly Seen[]): Promise<Doc[]> => {
    const seen = new Map(refs.map((ref) => [ref.id, ref.version]));
    const rows = await tx
      .selectFrom(any)
      .selectAll()
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', sql<string>`any(${[...seen.keys()]}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const docs = (rows as unknown as Doc[]).filter(is);
    if (docs.length < seen.size) notFound(`该${noun}`);
    for (const { id, version } of docs as unknown as Kept[]) mustBeSeen({ version }, seen.get(id) ?? version);
    return docs;
  };
  const mustBe = (doc: Doc, allowed: Allowed<State>, wish: Wish): void =>
    mustStand({ title: title(doc), state: (doc as unknown as Kept).status as State, names: states.names, ...(reason ? { reason } : {}) }, allowed, wish);
  return {
    title,
    lockAll,
    lock: async (tx: Tx, me: Pick<Me, 'tenantId'>, ref: Seen): Promise<Doc> => (await lockAll(tx, me, [ref]))[0] as Doc,
    mustBe,

    /** Refuses a step its state does not lead to. */
    mustBecome: (doc: Doc, to: State, wish: Wish): void => mustBe(doc, (from) => states.mayBecome(from, to), wish),

    /** Answers the new version. The caller has locked the document. */
    update: (tx: Tx, me: Pick<Me, 'tenantId'>, doc: Pick<Kept, 'id' | 'version'>, set: Updateable<DB[Table]>): Promise<number> =>
      updateKnown(tx, me, any, doc, set as Updateable<DB['stock_doc']>),
  };
}
