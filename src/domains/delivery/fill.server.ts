import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { addQty, compareQty, displayQty, subQty, sumQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { currently } from '~/shared/states';
import { lineTitle, type OrderLine, orderLines, refuseDecimals } from './openLines.server';
import { type Held, inTransit, openOf, packageStates, sameContents } from './packing';
import type { PackageInput } from './packing.schema';
import { type Packed, packedIn, rowsOf } from './packing.server';
import { type Delivery, type DeliveryLine, linesOf } from './steps.server';

type Content = Pick<Held, 'lineId' | 'qty'>;
interface Filling {
  index: number;
  parcel: Packed;
  lines: Content[];
}

/**
 * Puts goods into the delivery's packages as said, by position; packages of which nothing is said keep theirs.
 * Together they never hold more of a line than goes out, and what somebody signed for is not packed again.
 */
export async function fillPackages(tx: Tx, me: Me, delivery: Pick<Delivery, 'id' | 'no' | 'customer_id'>, packages: readonly PackageInput[]): Promise<void> {
  if (packages.every((one) => one.lines === undefined)) return;
  const rows = await linesOf(tx, me, [delivery.id]);
  const lines = new Map((await orderLines(tx, me, { lineIds: rows.map((row) => row.order_line_id) })).map((line) => [line.id, line]));
  const packed = await packedIn(tx, me, delivery.id, rows);
  const fillings: Filling[] = [];
  for (const [index, parcel] of packed.entries()) {
    const stored = parcel.implied ? [] : parcel.lines;
    const said = packages[index]?.lines;
    const contents = said ? contentsFor(said, { index, delivery, rows, lines }) : stored;
    if (inTransit(parcel.status)) fillings.push({ index, parcel, lines: contents });
    else if (!sameContents(contents, parcel.lines))
      refuse('BAD_STATE', `第${index + 1}个包裹${currently(packageStates[parcel.status], '不能再修改装箱商品')}`, atPackage(index, '已签收，不能修改装箱商品'));
  }
  const signed = packed.filter((one) => !inTransit(one.status));
  for (const row of rows) refuseOverfull(lines.get(row.order_line_id) as OrderLine, row, fillings, signed);
  await writeContents(tx, me, delivery.customer_id, fillings);
}

const atPackage = (index: number, message: string) => ({ fields: { [`packages.${index}`]: message } });

interface Place {
  index: number;
  delivery: { no: string };
  rows: readonly DeliveryLine[];
  lines: ReadonlyMap<string, OrderLine>;
}

function contentsFor(said: NonNullable<PackageInput['lines']>, { index, delivery, rows, lines }: Place): Content[] {
  const seen = new Set<string>();
  return said.map(({ orderLineId, qty }, place) => {
    const row = rows.find((one) => one.order_line_id === orderLineId);
    const line = lines.get(orderLineId);
    const at = `第${index + 1}个包裹第${place + 1}行`;
    if (!row || !line) return refuse('BAD_STATE', `${at}：装入的商品不在发货单${delivery.no}的本次发货里`, atPackage(index, '装有不在本次发货里的商品'));
    if (seen.has(row.id)) refuse('QTY_EXCEED', `${at}：${lineTitle(line)}重复，请合并为一行`, atPackage(index, '商品重复'));
    seen.add(row.id);
    refuseDecimals(line, qty, '装箱');
    return { lineId: row.id, qty };
  });
}

function refuseOverfull(line: OrderLine, row: DeliveryLine, fillings: readonly Filling[], signed: readonly Packed[]): void {
  const waiting = sumQty(signed.flatMap((one) => one.lines.filter((held) => held.lineId === row.id).map(openOf)));
  const limit = subQty(openOf(row), waiting);
  const unit = line.sku.unitName;
  let total = '0';
  for (const { index, lines } of fillings) {
    const here = lines.find((one) => one.lineId === row.id)?.qty;
    if (here === undefined) continue;
    total = addQty(total, here);
    if (compareQty(total, limit) <= 0) continue;
    const whole = compareQty(limit, row.qty) === 0;
    const why = whole
      ? `发货数量${displayQty(limit)}${unit}`
      : `可装数量${displayQty(limit)}${unit}（发货${displayQty(row.qty)}${unit}，其余已签收或在签收过的包裹里）`;
    const message = `第${index + 1}个包裹：${lineTitle(line)}装入${displayQty(here)}${unit}，各包裹共${displayQty(total)}${unit}，超过${why}`;
    refuse('QTY_EXCEED', message, { limit, ...atPackage(index, message) });
  }
}

async function writeContents(tx: Tx, me: Me, customerId: string, fillings: readonly Filling[]): Promise<void> {
  const ids = fillings.map(({ parcel }) => parcel.id);
  await tx.deleteFrom('package_line').where('tenant_id', '=', me.tenantId).where('package_id', '=', anyOf(ids)).execute();
  const none = { signed: '0', refused: '0', damage: '0' };
  const rows = fillings.flatMap(({ parcel, lines }) =>
    rowsOf(
      me,
      customerId,
      parcel.id,
      lines.map((one) => ({ ...one, ...none })),
    ),
  );
  if (rows.length) await tx.insertInto('package_line').values(rows).execute();
}
