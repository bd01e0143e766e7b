import { sql } from 'kysely';
import { holds, type Me } from '~/portal/me';
import { DELIVER_OUT, DELIVER_REVERSE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineImport, type ImportRow, reportRepeats } from '~/server/import.server';
import { code, date, integer, text, yuan } from '~/server/sheet/fields';
import { shanghaiDate, startOfDay } from '~/shared/dates';
import { compactCode } from '~/shared/identifiers';
import { refuse } from '~/shared/refusal';
import { currently } from '~/shared/states';
import { type DeliveryState, deliveryStates } from './delivery';
import { putWaybills } from './packages.server';
import { reverseDelivery, shipDelivery } from './ship.server';

const NOON_MS = 12 * 3_600_000;
const columns = {
  no: { title: '发货单号', field: code(40), required: true, note: '只处理待出库的发货单，导入即确认出库', sample: 'FH20260615000001' },
  carrier: { title: '物流公司', field: text(40), required: true, sample: '德邦物流' },
  waybill: {
    title: '物流单号',
    field: (cell: string) => code(40)(compactCode(cell)),
    required: true,
    aliases: ['运单号', '快递单号'],
    note: '同一发货单号的多行是它的多个包裹',
    sample: 'DPK202606150001',
  },
  seq: { title: '包裹序号', field: integer(1, 100), note: '同一发货单多个包裹时填写，留空按行的先后；已装箱的包裹按序号对应', sample: '1' },
  freight: { title: '运费(元)', field: yuan(), aliases: ['运费'], note: '承运费用，同一发货单多行时相加', sample: '120.00' },
  shippedOn: { title: '发货时间', field: date, aliases: ['发货日期'], note: '留空为当前时间，不能晚于今天', sample: '' },
};
type Row = ImportRow<typeof columns>;
interface Waiting {
  id: string;
  no: string;
  version: number;
  status: DeliveryState;
  customerId: string;
  createdAt: Date;
  freight: bigint;
  /** Packages whose contents are known; 0 when none are. */
  packed: number;
}
type Plan = Map<string, Waiting>;

/** 批量发货: waybills of deliveries that wait to go out; each goes out as if confirmed by hand. Rows of one number are its packages. */
export const shipImport = defineImport<typeof columns, Plan>({
  type: 'deliveryShip',
  title: '批量发货',
  permission: DELIVER_OUT,
  modes: ['MERGE'],
  columns,
  notes: ['只处理“待出库”的发货单，导入即确认出库。', '同一发货单号的多行是它的多个包裹。', '撤销导入会冲销这些发货单，已签收的不能撤销。'],
  async validate(tx, me, { rows, report, now }) {
    const plan = await deliveriesByNo(tx, me, rows);
    const today = shanghaiDate(now);
    for (const row of rows) {
      const { no, shippedOn, seq } = row.value;
      const found = no === null ? undefined : plan.get(no);
      if (no !== null && !found) report(row, 'no', '不存在');
      if (found && found.status !== 'WAIT_OUT') report(row, 'no', currently(deliveryStates[found.status], '不能出库'));
      if (found && found.packed > 0 && seq !== null && seq > found.packed) report(row, 'seq', `没有对应的包裹：该发货单已装箱${found.packed}个包裹`);
      if (shippedOn === null) continue;
      if (shippedOn > today) report(row, 'shippedOn', `不能晚于今天（${today}）`);
      else if (found && shippedOn < shanghaiDate(found.createdAt)) report(row, 'shippedOn', `不能早于制单日期（${shanghaiDate(found.createdAt)}）`);
    }
    reportRepeats(rows, ['no', 'waybill'], report);
    reportRepeats(rows, ['no', 'seq'], report);
    return plan;
  },
  effect: () => 'CHANGED',
  async apply(tx, me, plan, { rows, now }) {
    const shipped: Ref[] = [];
    for (const [no, group] of byDelivery(rows)) shipped.push(await shipOne(tx, me, plan.get(no) as Waiting, group, now));
    return { created: 0, updated: shipped.length, undo: { shipped } };
  },
  async undo(tx, me, { shipped }: { shipped: Ref[] }, now) {
    if (!holds(me, DELIVER_REVERSE)) refuse('IMPORT_STATE', '撤销批量发货需要“冲销发货”权限');
    for (const ref of shipped) await reverseDelivery(tx, me, { ...ref, reason: '撤销批量发货导入' }, now);
  },
});

interface Ref {
  id: string;
  version: number;
}

async function deliveriesByNo(tx: Tx, me: Me, rows: readonly Row[]): Promise<Plan> {
  const nos = [...new Set(rows.flatMap((row) => (row.value.no === null ? [] : [row.value.no])))];
  if (!nos.length) return new Map();
  const found = await tx
    .selectFrom('delivery')
    .select(['id', 'no', 'version', 'status', 'customer_id as customerId', 'created_at as createdAt', 'freight'])
    .select(
      sql<number>`(select case when exists (select from package_line l join package o on o.tenant_id = l.tenant_id and o.id = l.package_id
          where o.tenant_id = delivery.tenant_id and o.delivery_id = delivery.id) then count(*)::int else 0 end
        from package p where p.tenant_id = delivery.tenant_id and p.delivery_id = delivery.id)`.as('packed'),
    )
    .where('tenant_id', '=', me.tenantId)
    .where('no', 'in', nos)
    .execute();
  return new Map(found.map((one) => [one.no, { ...one, status: one.status as DeliveryState }]));
}

/** Sorted by number: two imports of the same documents lock them in the same order. */
function byDelivery(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.value.no as string, [...(groups.get(row.value.no as string) ?? []), row]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Rows without a number take the numbers no other row names, in their order. */
function numbered(group: readonly Row[]): { row: Row; seq: number }[] {
  const taken = new Set(group.map((row) => row.value.seq));
  let next = 0;
  const free = () => {
    do next++;
    while (taken.has(next));
    return next;
  };
  return group.map((row) => ({ row, seq: row.value.seq ?? free() })).sort((a, b) => a.seq - b.seq);
}

async function shipOne(tx: Tx, me: Me, delivery: Waiting, group: Row[], now: Date): Promise<Ref> {
  const named = numbered(group).map(({ row, seq }) => ({ seq, carrier: row.value.carrier as string, waybillNo: row.value.waybill as string }));
  const waybills = await putWaybills(tx, me, { id: delivery.id, no: delivery.no, customer_id: delivery.customerId }, named);
  const freight = group.reduce((sum, row) => sum + (row.value.freight ?? 0n), 0n);
  await tx
    .updateTable('delivery')
    .set({ carrier: named[0]?.carrier ?? '', waybill_nos: waybills, freight: freight > 0n ? freight : delivery.freight })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', delivery.id)
    .execute();
  const day = group.find((row) => row.value.shippedOn !== null)?.value.shippedOn ?? shanghaiDate(now);
  const at = day === shanghaiDate(now) ? now : new Date(startOfDay(day).getTime() + NOON_MS);
  const { id, version } = await shipDelivery(tx, me, delivery, at);
  return { id, version };
}
