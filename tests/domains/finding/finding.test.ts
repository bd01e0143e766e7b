import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { find, findPages } from '~/domains/finding/calls';
import { pagesFor } from '~/domains/finding/finding';
import type { FoundPage } from '~/domains/finding/finding.schema';
import { pagesOf } from '~/domains/finding/pages.server';
import { guard } from '~/portal/guard';
import { holdsAny, type Me } from '~/portal/me';
import { CUSTOMER_MANAGE, DELIVER_MANAGE, FUND_MANAGE, ORDER_MANAGE, PRODUCT_MANAGE } from '~/portal/permissions';
import { allPermissions } from '~/portal/permissionTree';
import { screenOf, screens } from '~/portal/screens';
import { HIDDEN } from '~/shared/mask';
import { ask } from '../../support/catalogue';
import { addCustomer } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, deliveryOf, openDepot, orderOf } from '../../support/delivery';

let depot: Depot;
let east: string;
beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(await testDatabase());
  east = await addCustomer(depot.me, '东海防水工程有限公司', { contactMobile: '13812345678' });
});

const person = (...codes: string[]): Me => ({ ...depot.me, isAdmin: false, permissions: new Set(codes) });
const found = async (me: Me, word: string) => (await ask(me, find, { word })).found;
const kindsOf = async (me: Me, word: string) => [...new Set((await found(me, word)).map(({ kind }) => kind))];

describe('what a word finds', () => {
  it('finds customers by name, code and pinyin, the one that is the word itself first', async () => {
    const other = await addCustomer(depot.me, '东海');
    for (const word of ['东海', 'dhfs', '东海防水', 'donghai'])
      expect(
        (await found(depot.me, word)).map(({ href }) => href),
        word,
      ).toContain(`/portal/customer/detail?id=${east}`);
    expect((await found(depot.me, '东海')).find(({ kind }) => kind === 'CUSTOMER')?.href).toContain(other);
  });

  it('finds goods by name and code, and orders by a part of their number or their customer’s name', async () => {
    const { id, no } = await orderOf(depot, [[0, '2']], { customerId: east });
    const order = { kind: 'ORDER', title: no, amount: '20.00', href: expect.stringContaining(id) };
    expect(await found(depot.me, 'FS001')).toMatchObject([{ kind: 'PRODUCT', hint: expect.stringContaining('FS001') }]);
    expect(await found(depot.me, no.slice(-6))).toMatchObject([order]);
    expect((await found(depot.me, 'dhfs')).find(({ kind }) => kind === 'ORDER')).toMatchObject(order);
  });

  it('puts the document whose whole number was typed first, once, however it was typed', async () => {
    const { id, no, lineIds } = await orderOf(depot, [[0, '2']]);
    await deliveryOf(depot, [[lineIds[0] as string, '2']]);
    const { rows } = await depot.opened.pool.query<{ no: string }>('select no from delivery');
    for (const typed of [no, ` ${no.toLowerCase()} `, no.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))]) {
      const all = await found(depot.me, typed);
      expect(all[0], typed).toMatchObject({ kind: 'EXACT', title: no });
      expect(all.filter(({ href }) => href.includes(id))).toHaveLength(1);
    }
    expect(await found(depot.me, rows[0]?.no ?? '')).toMatchObject([{ kind: 'EXACT', hint: expect.stringContaining('发货单') }]);
  });

  it('answers nothing to nothing, and takes signs of patterns for themselves', async () => {
    for (const word of ['', '   ', '%', '_', "'", '\\']) expect(await found(depot.me, word), word).toEqual([]);
  });
});

describe('who finds what', () => {
  it('offers a thing only where its page opens', async () => {
    const { no } = await orderOf(depot, [[0, '2']], { customerId: east });
    expect(await kindsOf(person(ORDER_MANAGE), 'dhfs')).toEqual(['ORDER']);
    expect(await kindsOf(person(PRODUCT_MANAGE), 'dhfs')).toEqual([]);
    expect(await kindsOf(person(CUSTOMER_MANAGE), 'dhfs')).toEqual(['CUSTOMER']);
    expect(await kindsOf(person(CUSTOMER_MANAGE, ORDER_MANAGE), 'dhfs')).toEqual(['ORDER', 'CUSTOMER']);
    expect(await kindsOf(person(PRODUCT_MANAGE), no)).toEqual([]);
    expect(await kindsOf(person(DELIVER_MANAGE), no)).toEqual(['EXACT']);
    expect(await kindsOf(person(ORDER_MANAGE), 'FS001')).toEqual([]);
    const words = ['dhfs', 'FS00', no, no.slice(-6)];
    for (const codes of [[ORDER_MANAGE], [FUND_MANAGE], [PRODUCT_MANAGE, DELIVER_MANAGE], [CUSTOMER_MANAGE], []])
      for (const word of words)
        for (const { href } of await found(person(...codes), word)) expect(guard(person(...codes), screenOf(href.split('?')[0] ?? '')), href).toBe('open');
  });

  it('finds nothing outside the data scope', async () => {
    const { no } = await orderOf(depot, [[0, '2']], { customerId: east });
    const limited: Me = {
      ...person(CUSTOMER_MANAGE, ORDER_MANAGE, DELIVER_MANAGE, FUND_MANAGE),
      scope: { customers: { member: depot.me.memberId as string, owners: [depot.me.memberId as string], regions: [] }, warehouses: null },
    };
    for (const word of [no, no.slice(-6), 'dhfs', '东海']) expect(await found(limited, word), word).toEqual([]);
  });

  it('shows no amount to whoever may not see it, and tells no number that is hidden', async () => {
    const { no } = await orderOf(depot, [[0, '2']], { customerId: east });
    const [order] = await found({ ...depot.me, hidden: ['amount'] }, no);
    expect(order?.amount).toBe(HIDDEN);
    const noNumbers: Me = { ...depot.me, hidden: ['mobile', 'idCard'] };
    expect(await kindsOf(depot.me, '13812345678')).toEqual(['CUSTOMER']);
    expect(await kindsOf(noNumbers, '13812345678')).toEqual([]);
    expect(await kindsOf(noNumbers, no)).toEqual(['EXACT']);
  });

  it('gives a dealer its own orders, goods it may order, and no customers', async () => {
    const own = await orderOf(depot, [[0, '2']], { customerId: depot.customers[0] });
    const others = await orderOf(depot, [[0, '2']], { customerId: east });
    const dealer = depot.dealer(depot.customers[0]);
    expect(await found(dealer, own.no)).toMatchObject([{ kind: 'EXACT', title: own.no, href: expect.stringContaining('/dealer/order/detail') }]);
    expect(await found(dealer, others.no)).toEqual([]);
    expect(await kindsOf(dealer, '东')).toEqual([]);
    expect(await found(dealer, 'FS001')).toMatchObject([{ kind: 'PRODUCT', href: '/portal/supplyChain/dealer/order/create?code=FS001' }]);
  });
});

describe('pages', () => {
  it('are those the guard opens, none of them about one document', async () => {
    for (const me of [depot.me, person(ORDER_MANAGE), person(), depot.dealer(depot.customers[0])]) {
      const { pages } = await ask(me, findPages, {});
      for (const { path } of pages) expect(guard(me, screenOf(path)), path).toBe('open');
      expect(pages.filter(({ path }) => /\/(detail|edit|audit|logistic|\{id\})$/i.test(path))).toEqual([]);
      const inMenu = screens.filter((screen) => screen.menu && guard(me, screen) === 'open');
      expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(inMenu.map(({ path }) => path)));
    }
    expect(holdsAny(person(), ...allPermissions)).toBe(false);
  });

  it('are found by title, pinyin, first letters and group', () => {
    const pages: FoundPage[] = pagesOf(depot.me);
    const first = (word: string) => pagesFor(pages, word)[0]?.title;
    for (const word of ['客户账龄', '账龄', 'kehuzhangling', 'khzl', 'zhangling', "ke'hu'zhang", 'KHZL']) expect(first(word), word).toBe('客户账龄');
    expect(pagesFor(pages, '财务').map(({ group }) => group)).toContain('财务');
    expect(pagesFor(pages, '  ')).toEqual([]);
    expect(pagesFor(pages, 'zzzz')).toEqual([]);
  });
});
