import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Page } from '~/shared/page';
import type { PageQuery } from '~/shared/page.schema';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, Refusal, refuse } from '~/shared/refusal';
import type { Tx } from './db.server';
import { isHiddenColumn } from './hidden.server';
import type { Cell, CellKind } from './sheet/exportCells';

/*
 * Exports: one definition a list; the request, approval, progress, file, download and the batch centre come from domains/batch.
 *
 *   // domains/warehouse/stockExports.server.ts, loaded by that domain's api.server.ts
 *   defineExport({
 *     type: 'stock', title: '实时库存', permission: STOCK_MANAGE,
 *     query: StockQuery,                       // the list's own query
 *     rows: (tx, me, query) => stockRows(tx, me, query),   // the list's own rows, read by key: see below
 *     columns: [
 *       { key: 'skuCode', title: 'SKU编码' },                       // text, from row.skuCode
 *       { key: 'onHand', title: '在库', kind: 'qty' },
 *       { key: 'amount', title: '库存金额(元)', kind: 'yuan', only: STOCK_COST_VIEW },
 *       { key: 'status', title: '状态', value: (row) => states[row.status] },
 *     ],
 *   });
 *   // the list's screen
 *   buttons={(list) => [exportAction('stock', list)]}
 *
 * `rows` passes its query on to `pageFrom`, which then reads by key without counting. Give it the function of the list without its sums
 * and tab counts (listStock = stockRows + totals): those would be computed again for every few hundred rows. Filters, data scope and masks
 * apply because it is the list's own function. A column's `key` is that of the list's column it stands for: people get the columns they see;
 * several may share one key.
 */

/** Columns a person may choose, in the order of the file. */
export interface ExportColumn<Row> {
  key: string;
  title: string;
  /** Default text: digits and codes stay as they are. */
  kind?: CellKind | undefined;
  /** Default: the row's own `key`. */
  value?: ((row: Row) => Cell) | undefined;
  /** Left out for people without this code. */
  only?: string | undefined;
  /** Left out for dealers. */
  factory?: boolean | undefined;
  width?: number | undefined;
}

export interface ExportDefinition<Query extends PageQuery, Row> {
  /** Key in calls and in the database. */
  type: string;
  /** 订单 */
  title: string;
  /** Any one of these codes, when asked for, when written and when downloaded. */
  permission: string | readonly string[];
  /** Dealers too, within their own rows. */
  dealers?: boolean;
  query: z.ZodType<Query>;
  /** What conditions are called, by key of the query, with the names of their values: the approver and the file read them. */
  filters?: Readonly<Record<string, string | readonly [string, Readonly<Record<string, string>>]>>;
  /** `read`: rows of the list behind these, where one becomes several. */
  rows(tx: Tx, me: Me, query: Query, now: Date): Promise<Page<Row> & { read?: number }>;
  columns: readonly ExportColumn<Row>[];
  /** The file can be imported again: every column always, whatever the list shows. */
  importable?: boolean;
}
// biome-ignore lint/suspicious/noExplicitAny: definitions of all row types live in one register
export type AnyExport = ExportDefinition<any, any>;

const shared = globalThis as { portalExports?: Map<string, AnyExport> };
shared.portalExports ??= new Map();
const definitions = shared.portalExports;

/** Registers a type; the calls of domains/batch serve it from then on. */
export function defineExport<Query extends PageQuery, Row>(definition: ExportDefinition<Query, Row>): ExportDefinition<Query, Row> {
  definitions.set(definition.type, definition as unknown as AnyExport);
  return definition;
}

export const definedExport = (type: string): AnyExport | undefined => definitions.get(type);
export const definedExports = (): AnyExport[] => [...definitions.values()];

/** The definition, for a person who may use it. */
export function exportFor(me: Me, type: string): AnyExport {
  const definition = definitions.get(type);
  if (!definition) return refuse('EXPORT_STATE', `没有“${type.slice(0, 40)}”这种导出`);
  if (!mayExport(me, definition)) throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
  return definition;
}

export function mayExport(me: Me, { permission, dealers }: AnyExport): boolean {
  if (me.customerId !== null) return dealers === true;
  return me.memberId !== null && [permission].flat().some((code) => me.permissions.has(code));
}

/** The columns this person gets: those chosen (none: all), without those their permissions or roles leave out. */
export function columnsFor(me: Me, definition: AnyExport, chosen: readonly string[]): ExportColumn<unknown>[] {
  const allowed = definition.columns.filter(
    (column) => (!column.only || me.permissions.has(column.only)) && !(column.factory && me.customerId !== null) && !isHiddenColumn(me, column),
  );
  const picked = definition.importable || chosen.length === 0 ? allowed : allowed.filter((column) => chosen.includes(column.key));
  return picked.length > 0 ? picked : allowed;
}
