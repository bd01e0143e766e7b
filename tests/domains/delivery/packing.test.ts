import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signOverdue } from '~/domains/delivery/autoSign.server';
import type { SignInput } from '~/domains/delivery/delivery.schema';
import { deliveryDetail } from '~/domains/delivery/deliveryViews.server';
import { logisticOf } from '~/domains/delivery/logistic.server';
import { addTrace, savePackages } from '~/domains/delivery/packages.server';
import { contentsOf, looseOf, openOf, shareOut, signedState } from '~/domains/delivery/packing';
import { shipDelivery } from '~/domains/delivery/ship.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { orderDetail } from '~/domains/order/views/view.server';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { addQty, compareQty, subQty, sumQty } from '~/shared/money';
import { NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, deliveryOf, differences, openDepot, orderLinesOf, orderOf, statusOf } from '../../support/delivery';
import { as, putStock } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;

type Content = readonly [line: number, qty: string];
type Part = SignInput['lines'][number];
const part = (lineId: string, signed: string, refused = '0', damage = '0', note = ''): Part => ({ lineId, signed, refused, damage, note, photos: [] });
const box = (lineIds: readonly string[], contents: readonly Content[], waybillNo = '') => ({
  carrier: '德邦',
  waybillNo,
  pieces: 1,
  lines: contents.map(([line, qty]) => ({ orderLineId: lineIds[line] as string, qty })),
});

/** A delivery of all of an order of the quantities, in packages that hold the contents. */
async function packed(qtys: readonly string[], packages: readonly (readonly Content[])[]) {
  const order = await orderOf(
    depot,
    qtys.map((qty, index) => [index, qty] as const),
  );
  const lines = order.lineIds.map((id, index) => [id, qtys[index] as string] as const);
  const made = await deliveryOf(depot, lines, { packages: packages.map((contents, index) => box(order.lineIds, contents, `WB${index + 1}`)) });
  return { order, made };
}
async function sent(qtys: readonly string[], packages: readonly (readonly Content[])[]) {
  const { order, made } = await packed(qtys, packages);
  const { id, version } = await as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, made, NOON));
  return { order, id, version };
}
const detailOf = (id: string) => as(opened, depot.me, (tx) => deliveryDetail(tx, depot.me, { id }));
const sign = (me: Me, input: SignInput) => as(opened, me, (tx) => signDelivery(tx, me, input, NOON));
const save = (input: { id: string; version: number }, packages: Parameters<typeof savePackages>[2]['packages']) =>
  as(opened, depot.me, (tx) => savePackages(tx, depot.me, { id: input.id, version: input.version, packages }, NOON));
/** Packages as [state, [quantity, signed, refused, damage] of each line]. */
const shown = async (id: string) =>
  (await detailOf(id)).packages.map((one) => [one.status, one.lines.map((held) => [held.qty, held.signed, held.refused, held.damage].map(Number))]);

describe('rules', () => {
  const held = (qty: string, signed = '0', refused = '0') => ({ lineId: 'a', qty, signed, refused, damage: '0' });

  test('the only package holds everything until somebody says what is inside; of several nothing is known', () => {
    expect(contentsOf([{ id: '1' }], [], [held('5')])).toMatchObject([{ implied: true, lines: [{ qty: '5' }] }]);
    expect(contentsOf([{ id: '1' }], [{ ...held('2'), packageId: '1' }], [held('5')])).toMatchObject([{ implied: false, lines: [{ qty: '2' }] }]);
    expect(contentsOf([{ id: '1' }, { id: '2' }], [], [held('5')]).map((one) => [one.implied, one.lines])).toEqual([
      [false, []],
      [false, []],
    ]);
  });

  test('what no package holds is shown once one holds something', () => {
    const lines = [
      { id: 'a', qty: '5' },
      { id: 'b', qty: '2.5' },
    ];
    expect(looseOf(lines, [{ lines: [] }])).toEqual([]);
    expect(looseOf(lines, [{ lines: [{ lineId: 'a', qty: '3' }] }, { lines: [{ lineId: 'b', qty: '2.5000' }] }])).toEqual([{ id: 'a', qty: '2' }]);
  });

  test('a package is signed, partly signed or refused by what is signed of it', () => {
    expect([held('5'), held('5', '1'), held('5', '4', '1'), held('5', '0', '5')].map((one) => signedState([one], 'ARRIVED'))).toEqual([
      'ARRIVED',
      'PART_SIGNED',
      'SIGNED',
      'REFUSED',
    ]);
  });

  test('what is signed of a line fills the places in order; damage goes to the refused first; nothing is lost', () => {
    expect(shareOut({ signed: '4', refused: '2', damage: '2' }, ['3', '3'])).toEqual([
      { signed: '3', refused: '0', damage: '0' },
      { signed: '1', refused: '2', damage: '2' },
    ]);
    const whole = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(fc.array(whole, { minLength: 1, maxLength: 5 }), whole, whole, whole, (open, signed, refused, damage) => {
        const room = open.reduce((sum, one) => sum + one, 0);
        fc.pre(signed + refused <= room && damage <= signed + refused);
        const shares = shareOut({ signed: String(signed), refused: String(refused), damage: String(damage) }, open.map(String));
        const sum = (name: 'signed' | 'refused' | 'damage') => sumQty(shares.map((one) => one[name]));
        expect([sum('signed'), sum('refused'), sum('damage')]).toEqual([String(signed), String(refused), String(damage)]);
        for (const [index, one] of shares.entries()) {
          const taken = addQty(one.signed, one.refused);
          expect(compareQty(taken, String(open[index]))).toBeLessThanOrEqual(0);
          expect(compareQty(one.damage, taken)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});

describe('packing', () => {
  beforeEach(async () => {
    await emptyDatabase();
    depot = await openDepot(opened);
  });

  test('the form says what each package holds; together never more than goes out', async () => {
    const { order, made } = await packed(
      ['6', '4'],
      [
        [[0, '4']],
        [
          [0, '2'],
          [1, '1'],
        ],
      ],
    );
    const detail = await detailOf(made.id);
    expect(detail.packages.map((one) => one.lines.map((held) => Number(held.qty)))).toEqual([[4], [2, 1]]);
    expect(looseOf(detail.lines, detail.packages).map((line) => [line.skuCode, Number(line.qty)])).toEqual([['FS002', 3]]);
    const refusal = await refusalOf(save(made, [box(order.lineIds, [[0, '4']]), box(order.lineIds, [[0, '3']])]));
    expect(refusal.message).toMatch(/^第2个包裹：订单.*第1行“.*”（FS001）装入3个，各包裹共7个，超过发货数量6个$/);
    expect(refusal.data.fields).toHaveProperty(['packages.1']);
    expect((await refusalOf(save(made, [box(order.lineIds, [[0, '1.5']])]))).message).toContain('装箱1.5个，单位“个”最多允许0位小数');
    expect(
      (
        await refusalOf(
          save(made, [
            box(order.lineIds, [
              [0, '1'],
              [0, '1'],
            ]),
          ]),
        )
      ).message,
    ).toContain('重复，请合并为一行');
    const stranger = await orderOf(depot, [[2, '1']]);
    expect((await refusalOf(save(made, [box(stranger.lineIds, [[0, '1']])]))).message).toContain(`不在发货单${made.no}的本次发货里`);
    expect(await shown(made.id)).toHaveLength(2);
  });

  test('waybill and contents change after shipping until the package is signed; a trace does not undo signing', async () => {
    const one = await sent(['6'], [[[0, '4']], [[0, '2']]]);
    const { lineIds } = one.order;
    const moved = await save(one, [box(lineIds, [[0, '3']], 'NEW1'), box(lineIds, [[0, '3']], 'WB2')]);
    const [first, second] = (await detailOf(one.id)).packages;
    const [line] = (await detailOf(one.id)).lines;
    const signed = await sign(depot.me, { id: one.id, version: moved.version, packageId: first?.id, lines: [part(line?.id as string, '3')] });
    const attempt = (packages: Parameters<typeof save>[1]) => refusalOf(save({ id: one.id, version: signed.version }, packages));
    expect((await attempt([box(lineIds, [[0, '2']], 'NEW1'), box(lineIds, [[0, '3']], 'WB2')])).message).toContain(
      '第1个包裹当前为“已签收”，不能再修改装箱商品',
    );
    expect((await attempt([box(lineIds, [[0, '3']], 'X'), box(lineIds, [[0, '3']], 'WB2')])).message).toContain('第1个包裹当前为“已签收”，不能再修改物流信息');
    expect((await attempt([box(lineIds, [[0, '3']], 'NEW1'), box(lineIds, [[0, '4']], 'WB2')])).message).toContain(
      '超过可装数量3个（发货6个，其余已签收或在签收过的包裹里）',
    );
    const rest = await save({ id: one.id, version: signed.version }, [
      box(lineIds, [[0, '3']], 'NEW1'),
      box(lineIds, [[0, '1']], 'WB2'),
      box(lineIds, [[0, '2']], 'WB3'),
    ]);
    expect(await shown(one.id)).toEqual([
      ['SIGNED', [[3, 3, 0, 0]]],
      ['IN_TRANSIT', [[1, 0, 0, 0]]],
      ['IN_TRANSIT', [[2, 0, 0, 0]]],
    ]);
    const trace = { packageId: first?.id as string, at: NOON, node: '', text: '补记', status: 'ARRIVED' as const };
    expect((await refusalOf(as(opened, depot.me, (tx) => addTrace(tx, depot.me, trace, NOON)))).message).toContain('包裹1当前为“已签收”，不能改为“已到达”');
    const arrived = { ...trace, packageId: second?.id as string };
    await as(opened, depot.me, (tx) => addTrace(tx, depot.me, arrived, NOON));
    expect((await detailOf(one.id)).version).toBe(rest.version);
    const { rows } = await opened.pool.query('select order_id from delivery_line where delivery_id = $1 limit 1', [one.id]);
    const [followed] = (await as(opened, depot.me, (tx) => orderDetail(tx, depot.me, { id: rows[0].order_id }, NOON))).deliveries;
    expect(followed?.packages.map(({ waybillNo, trace: words }) => [waybillNo, words])).toContainEqual(['WB2', '补记']);
    expect(await differences(depot)).toEqual([]);
  });
});

describe('signing by package', () => {
  beforeEach(async () => {
    await emptyDatabase();
    depot = await openDepot(opened);
  });

  test('one package with a damaged and a refused piece, then the other: the delivery is signed and the order completed', async () => {
    const one = await sent(
      ['6', '4'],
      [
        [[0, '4']],
        [
          [0, '2'],
          [1, '4'],
        ],
      ],
    );
    const dealer = depot.dealer(depot.customers[0]);
    const detail = await detailOf(one.id);
    const [a, b] = detail.lines.map((line) => line.id) as [string, string];
    const [first, second] = detail.packages.map((parcel) => parcel.id) as [string, string];
    const at = (packageId: string, version: number, ...lines: Part[]) => sign(dealer, { id: one.id, version, packageId, lines });
    expect((await refusalOf(at(first, one.version, part(a, '5')))).message).toContain('实收5与拒收0之和超过包裹1的待签收数量4个');
    expect((await refusalOf(at(first, one.version, part(b, '1')))).message).toContain('不在包裹1里');
    expect((await refusalOf(at(newId(), one.version, part(a, '1')))).data.reason).toBe('NOT_FOUND');
    const once = await at(first, one.version, part(a, '3', '1', '1', '一桶破损'));
    expect(once.status).toBe('PART_SIGNED');
    expect(await shown(one.id)).toEqual([
      ['SIGNED', [[4, 3, 1, 1]]],
      [
        'IN_TRANSIT',
        [
          [2, 0, 0, 0],
          [4, 0, 0, 0],
        ],
      ],
    ]);
    expect((await refusalOf(at(first, once.version, part(a, '1')))).message).toContain('包裹1当前为“已签收”，不能再次签收');
    const last = await at(second, once.version, part(a, '2'), part(b, '4'));
    expect([last.status, await statusOf(depot, one.order.id)]).toEqual(['SIGNED', 'COMPLETED']);
    const { events } = await detailOf(one.id);
    expect(events.map((event) => event.action)).toEqual(expect.arrayContaining(['签收包裹1', '签收包裹2']));
    expect(await differences(depot)).toEqual([]);
  });

  test('signing by line takes goods in no package first, then the packages in order', async () => {
    const one = await sent(['6'], [[[0, '3']], [[0, '2']]]);
    const [line] = (await detailOf(one.id)).lines;
    const by = (version: number, ...counts: [string, string?, string?, string?]) =>
      sign(depot.me, { id: one.id, version, lines: [part(line?.id as string, ...counts)] });
    const once = await by(one.version, '1');
    expect(await shown(one.id)).toEqual([
      ['IN_TRANSIT', [[3, 0, 0, 0]]],
      ['IN_TRANSIT', [[2, 0, 0, 0]]],
    ]);
    const twice = await by(once.version, '2', '1', '1', '破');
    expect(await shown(one.id)).toEqual([
      ['SIGNED', [[3, 2, 1, 1]]],
      ['IN_TRANSIT', [[2, 0, 0, 0]]],
    ]);
    expect((await by(twice.version, '0', '2', '0', '不要了')).status).toBe('SIGNED');
    expect((await shown(one.id))[1]).toEqual(['REFUSED', [[2, 0, 2, 0]]]);
  });

  test('packages nobody knows the contents of are signed with the delivery; the only one is what it holds, and time signs all', async () => {
    const order = await orderOf(depot, [[0, '5']]);
    const id = order.lineIds[0] as string;
    const bare = { carrier: '', waybillNo: '', pieces: 1 };
    const send = async (qty: string, packages: (typeof bare)[]) => {
      const made = await deliveryOf(depot, [[id, qty]], { packages });
      return as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, made, NOON));
    };
    const unknown = await send('2', [bare, bare]);
    const [parcel] = (await detailOf(unknown.id)).packages;
    const [line] = (await detailOf(unknown.id)).lines;
    const input = { id: unknown.id, version: unknown.version, lines: [part(line?.id as string, '2')] };
    expect((await refusalOf(sign(depot.me, { ...input, packageId: parcel?.id }))).message).toContain('包裹1没有登记装箱商品，请按发货单逐行签收');
    await sign(depot.me, input);
    expect(await shown(unknown.id)).toEqual([
      ['SIGNED', []],
      ['SIGNED', []],
    ]);
    const only = await send('2', [bare]);
    const implied = await detailOf(only.id);
    expect(implied.packages.map((one) => [one.implied, one.lines.length])).toEqual([[true, 1]]);
    await sign(depot.me, { id: only.id, version: only.version, packageId: implied.packages[0]?.id, lines: [part(implied.lines[0]?.id as string, '1')] });
    expect(await shown(only.id)).toEqual([['PART_SIGNED', [[2, 1, 0, 0]]]]);
    const waiting = await send('1', [{ ...bare, lines: [{ orderLineId: id, qty: '1' }] } as typeof bare]);
    await signOverdue(opened, new Date(NOON.getTime() + 8 * 86_400_000));
    expect([...(await shown(only.id)), ...(await shown(waiting.id))]).toEqual([
      ['SIGNED', [[2, 2, 0, 0]]],
      ['SIGNED', [[1, 1, 0, 0]]],
    ]);
    expect(await statusOf(depot, order.id)).toBe('COMPLETED');
  });

  test('trap 32: a package of another customer or another factory is like one that does not exist', async () => {
    const one = await sent(['5'], [[[0, '3']], [[0, '2']]]);
    const detail = await detailOf(one.id);
    const [other, stranger] = [depot.dealer(depot.customers[1]), (await openDepot(opened, 2n)).me];
    const theirs = await sent(['5'], [[[0, '3']], [[0, '2']]]);
    const input = { id: one.id, version: one.version, packageId: detail.packages[0]?.id, lines: [part(detail.lines[0]?.id as string, '3')] };
    const missing = await refusalOf(sign(other, { ...input, id: newId() }));
    for (const me of [other, stranger]) expect((await refusalOf(sign(me, input))).message).toBe(missing.message);
    const crossed = { ...input, id: theirs.id, version: theirs.version, lines: [part((await detailOf(theirs.id)).lines[0]?.id as string, '3')] };
    expect((await refusalOf(sign(depot.me, crossed))).data.reason).toBe('NOT_FOUND');
    const seen = (me: Me, table: string) =>
      as(opened, me, (tx) =>
        tx
          .selectFrom(table as 'package_line')
          .selectAll()
          .execute(),
      );
    expect([(await seen(other, 'package_line')).length, (await seen(stranger, 'package_line')).length]).toEqual([0, 0]);
    const mine = depot.dealer(depot.customers[0]);
    expect(
      (await as(opened, mine, (tx) => logisticOf(tx, mine, { orderId: one.order.id }))).deliveries[0]?.packages.map((parcel) => parcel.lines.length),
    ).toEqual([1, 1]);
  });
});

describe('whatever way', () => {
  beforeAll(async () => {
    await emptyDatabase();
    depot = await openDepot(opened);
    await putStock(opened, depot.me, depot.warehouseId, Object.fromEntries(depot.skus.map((id) => [id, '100000'])));
  });

  interface Way {
    qtys: number[];
    /** Of each line, how much goes into each of three packages, in thirds of what is left. */
    split: number[];
    /** What to sign next: 0 all lines, 1..3 a package; how much of what is open, and how it is received. */
    steps: { place: number; share: number; refuse: boolean; damage: boolean }[];
  }
  const way: fc.Arbitrary<Way> = fc.record({
    qtys: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
    split: fc.array(fc.nat(3), { minLength: 9, maxLength: 9 }),
    steps: fc.array(fc.record({ place: fc.nat(3), share: fc.integer({ min: 1, max: 3 }), refuse: fc.boolean(), damage: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    }),
  });

  function boxesOf({ qtys, split }: Way): Content[][] {
    const left = [...qtys];
    return [0, 1, 2].map((parcel) =>
      qtys.flatMap((_, line) => {
        const qty = Math.floor(((left[line] as number) * (split[parcel * 3 + line] as number)) / 3);
        left[line] = (left[line] as number) - qty;
        return qty > 0 ? [[line, String(qty)] as const] : [];
      }),
    );
  }

  test('goods packed and signed in any order, by package or by line, stand in the books as signed by line at once', async () => {
    await fc.assert(
      fc.asyncProperty(way, async (one) => {
        const qtys = one.qtys.map(String);
        const apart = await sent(qtys, boxesOf(one));
        let version = apart.version;
        for (const step of one.steps) {
          const lines = await partsOf(apart.id, step);
          if (!lines.parts.length) continue;
          version = (await sign(depot.me, { id: apart.id, version, ...(lines.packageId ? { packageId: lines.packageId } : {}), lines: lines.parts })).version;
          await agrees(apart.id);
        }
        const together = await sent(qtys, []);
        const totals = (await detailOf(apart.id)).lines;
        const mirror = (await detailOf(together.id)).lines.flatMap((line, index) => {
          const { signed, refused, damage } = totals[index] as (typeof totals)[number];
          return compareQty(addQty(signed, refused), '0') > 0 ? [part(line.id, signed, refused, damage, '说明')] : [];
        });
        if (mirror.length) await sign(depot.me, { id: together.id, version: together.version, lines: mirror });
        expect(await booksOf(apart.order.id)).toEqual(await booksOf(together.order.id));
        expect(await differences(depot)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  async function partsOf(deliveryId: string, { place, share, refuse, damage }: Way['steps'][number]) {
    const { lines, packages } = await detailOf(deliveryId);
    const parcel = place === 0 ? undefined : packages[place - 1];
    const open = parcel ? parcel.lines : lines.map((line) => ({ ...line, lineId: line.id }));
    const parts = open.flatMap((held) => {
      const some = String(Math.ceil((Number(openOf(held)) * share) / 3));
      if (some === '0') return [];
      const refused = refuse ? '1' : '0';
      return [part(held.lineId, subQty(some, refused), refused, damage ? '1' : '0', '说明')];
    });
    return { packageId: parcel?.id, parts };
  }

  /** Packages never hold or sign for more than their line, and a line never has less open than its packages. */
  async function agrees(deliveryId: string): Promise<void> {
    const { lines, packages } = await detailOf(deliveryId);
    for (const line of lines) {
      const held = packages.flatMap((parcel) => parcel.lines.filter((one) => one.lineId === line.id));
      for (const name of ['qty', 'signed', 'refused', 'damage'] as const)
        expect(compareQty(sumQty(held.map((one) => one[name])), line[name])).toBeLessThanOrEqual(0);
      expect(compareQty(sumQty(held.map(openOf)), openOf(line))).toBeLessThanOrEqual(0);
    }
    for (const parcel of packages.filter((one) => one.lines.length)) expect(signedState(parcel.lines, 'IN_TRANSIT')).toBe(parcel.status);
  }

  async function booksOf(orderId: string): Promise<unknown> {
    const counters = (await orderLinesOf(depot, orderId)).map(({ shipped, signed, refused, shipped_amount }) => ({ shipped, signed, refused, shipped_amount }));
    const { rows } = await opened.pool.query(
      `select d.status, l.line_no, l.qty, l.signed, l.refused, l.damage, l.amount, (select sum(open) from receivable r where r.delivery_id = d.id) as open
       from delivery d join delivery_line l on l.tenant_id = d.tenant_id and l.delivery_id = d.id where l.order_id = $1 order by l.line_no`,
      [orderId],
    );
    return { counters, rows, status: await statusOf(depot, orderId) };
  }
});
