import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PRICE_STRATEGY } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { type Applied, defineImport, type ImportMode, type ImportRow, type Report } from '~/server/import.server';
import { choice, code, date, decimal, text } from '~/server/sheet/fields';
import { compareQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { withdrawImportedStrategies } from './change/approval.server';
import { changeStrategies } from './change/changeStrategies.server';
import { writers } from './change/writers.server';
import type { StrategyUndo } from './importedStrategies.server';
import { customerScopes, goodsScopes, names, roundingNames } from './priceStrategy';
import { StrategyInput } from './priceStrategy.schema';
import { restoreStrategy } from './strategySave.server';

const byName = (named: Readonly<Record<string, string>>) => choice(Object.fromEntries(Object.entries(named).map(([key, name]) => [name, key])));
const columns = {
  no: { title: '策略编号', field: code(40), sample: '', note: '留空为新建；填写已有编号时更新该策略' },
  name: { title: '策略名称', field: text(60), required: true, sample: '整车订购优惠', note: '名称与编号相同的行是同一策略的各档' },
  customerScope: { title: '客户范围', field: byName(customerScopes), required: true, sample: '客户级别' },
  buyers: { title: '适用客户', field: text(2000), sample: '核心', note: '级别或区域的名称，或客户编码；多个用顿号分开' },
  goodsScope: { title: '商品范围', field: byName(goodsScopes), required: true, sample: '商品分类' },
  goods: { title: '适用商品', field: text(2000), sample: 'FL01', note: '品牌名称，或分类、商品、SKU的编码；多个用顿号分开' },
  method: { title: '定价方式', field: byName(names.methods), required: true, sample: Object.values(names.methods)[1] ?? '' },
  minQty: { title: '起始数量', field: decimal({ digits: 4, whole: 9 }), sample: '100', note: '按基本单位，留空为0' },
  value: {
    title: '值',
    field: decimal({ digits: 6, positive: true, whole: 7 }),
    required: true,
    sample: '0.95',
    note: '单价、减价、加价按元；按比例填小数，0.95为95%',
  },
  roundTo: { title: '取整', field: byName(roundingNames), sample: '到分', note: '留空为到分' },
  validFrom: { title: '生效日期', field: date, required: true, sample: '2026-01-01' },
  validTo: { title: '失效日期', field: date, sample: '', note: '留空为长期有效' },
  remark: { title: '备注', field: text(200), sample: '' },
};
type Row = ImportRow<typeof columns>;
type Columns = typeof columns;

interface Plan {
  /** Row number of a group's first row to what it asks for. */
  strategies: ReadonlyMap<number, StrategyInput>;
  groupOf: ReadonlyMap<number, number>;
}

/** One row a tier; rows of the same number and name are one strategy. */
export const strategyImport = defineImport<Columns, Plan>({
  type: 'priceStrategy',
  title: '价格策略',
  permission: PRICE_STRATEGY,
  modes: ['MERGE', 'INSERT'],
  columns,
  maxRows: 2000,
  notes: ['一行一档；编号与名称相同的行合并为一条策略，除起始数量与值以外须填写一致。', '更新的策略以文件中的各档为准，状态与优先级不变；新策略排在最后。'],
  validate: (tx, me, { rows, mode, report }) => planOf(tx, me, rows, mode, report),
  effect: (plan, row) => (plan.strategies.get(plan.groupOf.get(row.rowNumber) ?? 0)?.id ? 'CHANGED' : 'NEW'),
  apply,
  undo,
});

const keyOf = ({ value }: Row): string => `${value.no ?? ''}/${value.name ?? ''}`;
const listed = (said: string | null): string[] => [...new Set((said ?? '').split(/[、,，;；\n]/).flatMap((one) => one.trim() || []))];
const SHARED = ['customerScope', 'buyers', 'goodsScope', 'goods', 'method', 'roundTo', 'validFrom', 'validTo', 'remark'] as const;

async function planOf(tx: Tx, me: Me, rows: readonly Row[], mode: ImportMode, report: Report<Columns>): Promise<Plan> {
  const refs = await refsOf(tx, me, rows);
  const known = await tx
    .selectFrom('price_strategy')
    .select(['id', 'no', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('no', '=', sql<string>`any(${rows.flatMap((row) => row.value.no ?? [])}::text[])`)
    .execute();
  const strategies = new Map<number, StrategyInput>();
  const groupOf = new Map<number, number>();
  for (const group of Map.groupBy(rows, keyOf).values()) {
    const first = group[0] as Row;
    for (const row of group) groupOf.set(row.rowNumber, first.rowNumber);
    const old = known.find((one) => one.no === first.value.no);
    if (first.value.no && !old) report(first, 'no', `不存在（当前值：${first.value.no}）`);
    if (first.value.no && mode === 'INSERT') report(first, 'no', '在“仅新增”方式下须留空');
    checkTogether(group, report);
    const [buyers, goods] = [refs.resolve(first, 'buyers', report), refs.resolve(first, 'goods', report)];
    if (group.some((row) => row.bad.size > 0)) continue;
    const input = inputOf(group, { id: old?.id ?? '', version: old?.version, buyers, goods });
    const checked = StrategyInput.safeParse(input);
    if (checked.success) strategies.set(first.rowNumber, checked.data);
    else for (const issue of checked.error.issues) report(first, columnOf(issue.path), issue.message);
  }
  return { strategies, groupOf };
}

/** Rows of one strategy say the same but for their tier. */
function checkTogether(group: readonly Row[], report: Report<Columns>): void {
  const [first, ...rest] = group as [Row, ...Row[]];
  for (const [index, row] of rest.entries()) {
    for (const key of SHARED) if ((row.value[key] ?? '') !== (first.value[key] ?? '')) report(row, key, `与第${first.rowNumber}行（同一策略）不一致`);
    const same = group.slice(0, index + 1).find((other) => compareQty(other.value.minQty ?? '0', row.value.minQty ?? '0') === 0);
    if (same) report(row, 'minQty', `与第${same.rowNumber}行相同`);
  }
}

const columnOf = (path: readonly PropertyKey[]): keyof Columns => (path[0] === 'tiers' ? 'value' : ((path[0] as keyof Columns) ?? 'name'));

function inputOf(group: readonly Row[], at: { id: string; version: number | undefined; buyers: string[]; goods: string[] }) {
  const { value } = group[0] as Row;
  return {
    ...at,
    name: value.name,
    customerScope: value.customerScope,
    goodsScope: value.goodsScope,
    method: value.method,
    tiers: group.map((row) => ({ minQty: row.value.minQty ?? '', value: row.value.value })),
    roundTo: value.roundTo ?? '0.01',
    validFrom: value.validFrom,
    validTo: value.validTo ?? '',
    remark: value.remark ?? '',
  };
}

/** What files call levels, customers, categories, products and SKUs, by scope; brands and regions are their own names. */
async function refsOf(tx: Tx, me: Me, rows: readonly Row[]) {
  const said = (which: 'buyers' | 'goods') => [...new Set(rows.flatMap((row) => listed(row.value[which])))];
  const { rows: found } = await sql<{ scope: string; id: string; code: string }>`
    select 'LEVEL' as scope, id::text as id, name as code from dict_item where tenant_id = ${me.tenantId} and category = 'customer_level' and name = any(${said('buyers')}::text[])
    union all select 'CUSTOMER', id::text, code from customer where tenant_id = ${me.tenantId} and code = any(${said('buyers')}::text[])
    union all select 'CATEGORY', id::text, code from category where tenant_id = ${me.tenantId} and code = any(${said('goods')}::text[])
    union all select 'PRODUCT', id::text, code from product where tenant_id = ${me.tenantId} and code = any(${said('goods')}::text[])
    union all select 'SKU', id::text, code from sku where tenant_id = ${me.tenantId} and code = any(${said('goods')}::text[])`.execute(tx);
  const ids = new Map(found.map((one) => [`${one.scope}/${one.code}`, one.id]));
  return {
    resolve(row: Row, which: 'buyers' | 'goods', report: Report<Columns>): string[] {
      const scope = (which === 'buyers' ? row.value.customerScope : row.value.goodsScope) ?? '';
      if (scope === '' || scope === 'ALL') return [];
      if (scope === 'BRAND' || scope === 'REGION') return listed(row.value[which]);
      return listed(row.value[which]).flatMap((name) => {
        const id = ids.get(`${scope}/${name}`);
        if (!id) report(row, which, `不存在（当前值：${name}）`);
        return id ?? [];
      });
    },
  };
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const groups = new Set(rows.flatMap((row) => plan.groupOf.get(row.rowNumber) ?? []));
  const strategies = [...groups].flatMap((first) => plan.strategies.get(first) ?? []);
  const { change, ...done } = await changeStrategies(tx, me, writers.IMPORT, { strategies }, now);
  return change ? { ...done, undo: { change: change.id }, note: `已提交审批：价格策略变更单${change.no}通过后，这些策略才生效` } : done;
}

/** New strategies nobody ordered by go; changed ones are as they were, where nobody changed them since. */
async function undo(tx: Tx, me: Me, made: StrategyUndo | { change: string }, now: Date): Promise<void> {
  if ('change' in made) return withdrawImportedStrategies(tx, me, made.change, now);
  const ids = made.created.map((one) => one.id);
  const rows = await tx
    .selectFrom('price_strategy')
    .select(['id', 'no', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf([...ids, ...made.changed.map((one) => one.id)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const versions = new Map([...ids.map((id) => [id, 1] as const), ...made.changed.map((one) => [one.id, one.version] as const)]);
  const later = rows.find((row) => row.version !== versions.get(row.id));
  if (later) refuse('IMPORT_STATE', `价格策略${later.no}导入后又被修改，不能撤销`);
  const used = await tx
    .selectFrom('order_line')
    .innerJoin('price_strategy', (on) =>
      on.onRef('price_strategy.tenant_id', '=', 'order_line.tenant_id').onRef('price_strategy.id', '=', 'order_line.price_source_id'),
    )
    .select('price_strategy.no')
    .where('order_line.tenant_id', '=', me.tenantId)
    .where('order_line.price_source', '=', 'STRATEGY')
    .where('order_line.price_source_id', '=', anyOf(ids))
    .limit(1)
    .executeTakeFirst();
  if (used) refuse('IMPORT_STATE', `价格策略${used.no}已有订单按它取价，不能撤销，请停用该策略`);
  await tx.deleteFrom('price_strategy').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  for (const { id, seq, version } of made.changed) await restoreStrategy(tx, me, { id, version, seq }, now);
}
