import { type RawBuilder, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { beyondScope, type Tx } from './db.server';
import { raised } from './versioned.server';

/** Rows somebody answers for, described by the domain whose they are. */
interface Described {
  /** In calls and in the log: never changed. */
  key: string;
  label: string;
  /** Where it stands among the others on the screen. */
  place: number;
  table: string;
  /** The column that names the person, and the rows that still are work. */
  person: string;
  open: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  /** The customer the row is about; what is about one goes on by the rule of ownership. */
  customer?: RawBuilder<unknown>;
  /** Who may name the person elsewhere, where that lets them decide: handing it over is naming. With what people call the permission. */
  namedBy?: { code: string; name: string };
  /** Set beside the person, so that whoever edits the row meanwhile is told. */
  touch?: RawBuilder<unknown>;
  /** What else the domain does about rows that went from one colleague to another. */
  moved?(tx: Tx, me: Me, ids: readonly string[], hands: Hands, now: Date): Promise<void>;
}

/** Who gives and who takes, by name and as a member. */
export interface Hands {
  from: string;
  to: string;
  fromId: string;
  toId: string;
}

export interface Work extends Pick<Described, 'key' | 'label' | 'place' | 'moved' | 'namedBy'> {
  /** All of it, also what the reader does not see. */
  count(tx: Tx, me: Me, memberId: string): Promise<number>;
  /** What the reader sees of it. */
  seen(tx: Tx, me: Me, memberId: string): Promise<number>;
  examples(tx: Tx, me: Me, memberId: string): Promise<string[]>;
  /** The customers it is about, all of them; null where it is about none. */
  customers(tx: Tx, me: Me, memberId: string): Promise<string[] | null>;
  /** Gives all of it to a colleague; answers the ids. */
  move(tx: Tx, me: Me, hands: { id: string; toId: string }): Promise<string[]>;
}

/** What most rows are touched by. `version` is the column's name. */
export const raisedNow = (version = 'version'): RawBuilder<unknown> => sql`${sql.ref(version)} = ${raised(version)}, updated_at = now()`;

/** `export const work = defineWork({ … })` in `work.server.ts` of a domain: the hand-over of a colleague's work finds it by that name and asks all domains. */
export function defineWork({ key, label, place, table, person, open, name, customer, namedBy, touch, moved }: Described): Work {
  const held = (me: Me, memberId: string) => sql`from ${sql.table(table)} where tenant_id = ${me.tenantId} and ${sql.ref(person)} = ${memberId} and ${open}`;
  const seen = async (tx: Tx, me: Me, id: string) => (await sql<{ n: number }>`select count(*)::int as n ${held(me, id)}`.execute(tx)).rows[0]?.n ?? 0;
  return {
    key,
    label,
    place,
    ...(moved ? { moved } : {}),
    ...(namedBy ? { namedBy } : {}),
    seen,
    count: (tx, me, id) => beyondScope(tx, me, () => seen(tx, me, id)),
    examples: async (tx, me, id) => {
      const { rows } = await sql<{ label: string }>`select ${name} as label ${held(me, id)} order by id desc limit 3`.execute(tx);
      return rows.map((row) => row.label);
    },
    customers: async (tx, me, id) => {
      if (!customer) return null;
      const about = sql<{ id: string | null }>`select distinct ${customer} as id ${held(me, id)}`;
      const { rows } = await beyondScope(tx, me, () => about.execute(tx));
      return rows.flatMap((row) => row.id ?? []);
    },
    move: async (tx, me, { id, toId }) => {
      const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${sql.ref(person)} = ${toId}${touch ? sql`, ${touch}` : sql``}
        where tenant_id = ${me.tenantId} and ${sql.ref(person)} = ${id} and ${open} returning id`.execute(tx);
      return rows.map((row) => row.id);
    },
  };
}
