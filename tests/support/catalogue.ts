import '~/domains/product/api.server';
import '~/domains/finance/customerBooks.server';
import '~/domains/price/api.server';
import '~/domains/warehouse/stock.server';
import { productSave, unitSave } from '~/domains/product/calls';
import type { Me } from '~/portal/me';
import { allPermissions } from '~/portal/permissionTree';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { answerAs, type Request } from '~/server/serve.server';
import type { AnswerOf, Endpoint, InputOf } from '~/shared/endpoint';
import { Refusal } from '~/shared/refusal';

export const NOON = new Date('2026-06-15T04:00:00Z');
const request = (now: Date): Request => ({ now, address: '127.0.0.1', agent: 'test', sessionHash: null, idempotencyKey: null });

/** Calls as a person, the whole way: admission, input, function, answer. A refusal may be looked at later than it comes. */
export function ask<E extends Endpoint>(me: Me | null, endpoint: E, input: InputOf<E>, now = NOON): Promise<AnswerOf<E>> {
  const answer = answerAs(me, endpoint, input, request(now)) as Promise<AnswerOf<E>>;
  answer.catch(() => undefined);
  return answer;
}

/** The refusal of a call that must be refused. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}

export interface Shop {
  me: Me;
  categoryId: string;
  /** 个 (0 decimals), 箱 (0), 千克 (3). */
  units: { piece: string; box: string; kilo: string };
  customers: [string, string];
  dealer(customerId: string): Me;
}

const person = (accountId: string, tenantId: bigint): Me => ({
  accountId,
  name: '测试员',
  mobile: '13900000000',
  loginAccount: accountId,
  userType: 1,
  identity: '1',
  tenantId,
  tenantName: `厂家${tenantId}`,
  trusteeship: false,
  memberId: newId(),
  isAdmin: true,
  customerId: null,
  customerName: '',
  customerType: 2,
  permissions: allPermissions,
  apps: ['order', 'credit', 'receivables'],
  tenants: [],
  customerTenants: [],
});

/** A tenant with a member who may do everything, a category, three units and two customers. */
export async function openShop(opened: Opened, tenantId = 1n): Promise<Shop> {
  const accountId = newId();
  const categoryId = newId();
  const customers: [string, string] = [newId(), newId()];
  const me = person(accountId, tenantId);
  const { pool } = opened;
  await pool.query('insert into tenant (id, code, name, short_name, apps) values ($1, $2, $3, $3, $4)', [
    tenantId,
    `T${tenantId}`,
    `厂家${tenantId}`,
    ['order', 'credit', 'receivables'],
  ]);
  await pool.query("insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '测试员', 1, 'x')", [
    accountId,
    accountId,
  ]);
  await pool.query("insert into category (tenant_id, id, code, name, level, path) values ($1, $2, 'FSTL', '防水涂料', 1, $3)", [
    tenantId,
    categoryId,
    `/${categoryId}/`,
  ]);
  await pool.query("insert into customer (tenant_id, id, code, name) values ($1, $2, 'KH0001', '东湖建材'), ($1, $3, 'KH0002', '西山商贸')", [
    tenantId,
    ...customers,
  ]);
  const unit = async (name: string, decimals: number) => (await ask(me, unitSave, { name, decimals })).id;
  return {
    me,
    categoryId,
    customers,
    units: { piece: await unit('个', 0), box: await unit('箱', 0), kilo: await unit('千克', 3) },
    dealer: (customerId) => ({ ...me, userType: 2, identity: '2', memberId: null, isAdmin: false, customerId, permissions: new Set() }),
  };
}

type ProductWire = InputOf<typeof productSave>;

/** A product as the form sends it: one SKU `{code}`, base unit 个, 1箱=12个, 标准价 10.00. */
export const productOf = (shop: Shop, code: string, change: Partial<ProductWire> = {}): ProductWire => ({
  code,
  name: `防水涂料${code}`,
  categoryId: shop.categoryId,
  baseUnitId: shop.units.piece,
  skus: [skuOf(shop, code)],
  ...change,
});

export const skuOf = (shop: Shop, code: string, change: Partial<ProductWire['skus'][number]> = {}): ProductWire['skus'][number] => ({
  code,
  listPrice: '10.00',
  units: [{ unitId: shop.units.box, num: 12, den: 1, listPrice: '' }],
  ...change,
});

/** Saves a product and gives its id and SKU ids in order. */
export async function addProduct(opened: Opened, shop: Shop, code: string, change: Partial<ProductWire> = {}): Promise<{ id: string; skuIds: string[] }> {
  const { id } = await ask(shop.me, productSave, productOf(shop, code, change));
  const { rows } = await opened.pool.query<{ id: string }>('select id from sku where product_id = $1 order by sort', [id]);
  return { id, skuIds: rows.map((row) => row.id) };
}
