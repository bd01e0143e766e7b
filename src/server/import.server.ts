import type { Me } from '~/portal/me';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, Refusal, refuse } from '~/shared/refusal';
import type { Tx } from './db.server';
import type { Columns } from './sheet/columns';
import type { ParsedRow } from './sheet/rows';

/*
 * Imports: one definition a type; upload, preview, commit, error file and undo come from here and `domains/batch/importJob.server.ts`.
 *
 *   // domains/price/customerPriceImport.server.ts, loaded by that domain's api.server.ts
 *   export const customerPriceImport = defineImport({
 *     type: 'customerPrice', title: '客户价', permission: PRICE_IMPORT, modes: ['MERGE', 'INSERT'],
 *     columns: {
 *       customerCode: { title: '客户编码', field: code(40), required: true, sample: 'C001' },
 *       price: { title: '客户价(元)', field: decimal({ digits: 6, positive: true }), note: '留空表示停用该行' },
 *     },
 *     // All rows, values already parsed; a value is null when the cell is empty or wrong (`row.bad` tells which; those are reported already).
 *     async validate(tx, me, { rows, mode, has, report }) {
 *       const customers = await customersByCode(tx, me, rows.map((row) => row.value.customerCode));
 *       for (const row of rows) if (row.value.customerCode && !customers.has(row.value.customerCode)) report(row, 'customerCode', '不存在');
 *       reportRepeats(rows, ['customerCode'], report);
 *       return { customers };                                   // the plan
 *     },
 *     effect: (plan, row) => (!plan.known.has(row.rowNumber) ? 'NEW' : sameValues(plan.after(row), plan.before(row)) ? 'SAME' : 'CHANGED'),
 *     // Called only with rows nothing was reported about, in the same transaction as their last validate.
 *     async apply(tx, me, plan, { rows, mode }) { …; return { created, updated, undo: { ids } } },
 *     // Puts everything back, or refuses (IMPORT_STATE) naming what has been used since.
 *     async undo(tx, me, undo) { … },
 *   });
 */

export type ImportMode = 'MERGE' | 'REPLACE' | 'INSERT';

export type ImportRow<C extends Columns> = ParsedRow<C>;
/** The row, its column (null: the whole row) and the rest of the sentence: report(row, 'qty', '必须大于0') is 第5行“数量”必须大于0. */
export type Report<C extends Columns> = (row: ImportRow<C>, column: keyof C | null, text: string) => void;

/** What importing a row would do. PASSED: nothing is meant to come of it, as of a bank's line of a payment out. */
export const rowEffects = ['NEW', 'CHANGED', 'SAME', 'PASSED'] as const;
export type RowEffect = (typeof rowEffects)[number];
/** What the portal takes a cell for that the file leaves empty or gives as a code, for the preview. */
export type Mean<C extends Columns> = (row: ImportRow<C>, column: keyof C, text: string) => void;

export interface Applied {
  created: number;
  updated: number;
  /** JSON, whatever `undo` needs. */
  undo: unknown;
  /** What the person reads beside the numbers, when there is more to say. */
  note?: string;
}

export interface ImportDefinition<C extends Columns, Plan> {
  /** Key in calls and in the database. */
  type: string;
  /** 客户价 */
  title: string;
  /** Permission code a member needs for every step. */
  permission: string;
  /** The first is the default. */
  modes: readonly ImportMode[];
  columns: C;
  /** Rows one file may have; as many as any file when it does not say. */
  maxRows?: number;
  /** More lines for the template's notes sheet. */
  notes?: readonly string[];
  validate(
    tx: Tx,
    me: Me,
    batch: { rows: readonly ImportRow<C>[]; mode: ImportMode; has: (column: keyof C) => boolean; report: Report<C>; mean: Mean<C>; now: Date },
  ): Promise<Plan>;
  /** Of a row nothing was reported about, by its natural key, from what `validate` has read at once: only what the person may see counts as known. */
  effect(plan: Plan, row: ImportRow<C>, me: Me): RowEffect;
  apply(tx: Tx, me: Me, plan: Plan, batch: { rows: readonly ImportRow<C>[]; mode: ImportMode; has: (column: keyof C) => boolean; now: Date }): Promise<Applied>;
  undo(tx: Tx, me: Me, undo: never, now: Date): Promise<void>;
}
// biome-ignore lint/suspicious/noExplicitAny: definitions of all row types live in one register
export type AnyImport = ImportDefinition<Columns, any>;

const shared = globalThis as { portalImports?: Map<string, AnyImport> };
shared.portalImports ??= new Map();
const definitions = shared.portalImports;

/** Registers a type; the calls of domains/batch serve it from then on. */
export function defineImport<C extends Columns, Plan>(definition: ImportDefinition<C, Plan>): ImportDefinition<C, Plan> {
  definitions.set(definition.type, definition as unknown as AnyImport);
  return definition;
}

/** The definition, for a person who may use it. */
export function importFor(me: Me, type: string): AnyImport {
  const definition = definitions.get(type);
  if (!definition) return refuse('IMPORT_FILE', `没有“${type.slice(0, 40)}”这种导入`);
  if (me.memberId === null || me.customerId !== null || !me.permissions.has(definition.permission))
    throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
  return definition;
}

export const mayImport = (me: Me): AnyImport[] => [...definitions.values()].filter((one) => me.permissions.has(one.permission));

/** Reports every row that repeats an earlier one in these columns: 与第{k}行重复. Rows with an empty column are passed over. */
export function reportRepeats<C extends Columns>(rows: readonly ImportRow<C>[], columns: readonly (keyof C)[], report: Report<C>): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    const values = columns.map((column) => row.value[column]);
    if (values.some((value) => value === null)) continue;
    const key = JSON.stringify(values.map(String));
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row.rowNumber);
    else report(row, columns.at(-1) ?? null, `与第${earlier}行重复`);
  }
}

/** Whether every value to be written is the one there is; null and '' are the same. */
export const sameValues = <T extends object>(after: T, before: { [K in keyof T]: unknown }, except: readonly (keyof T)[] = []): boolean =>
  (Object.keys(after) as (keyof T)[]).every((key) => except.includes(key) || String(after[key] ?? '') === String(before[key] ?? ''));
