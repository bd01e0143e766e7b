import { accountOf, postLedger } from '~/domains/finance/fund.server';
import { batchKeeping } from '~/domains/product/batchKeeping.server';
import '~/domains/warehouse/batchKeeping.server';
import { moveStock } from '~/domains/warehouse/movements.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { scopeOf } from '~/server/serve.server';

export const as = <T>(opened: Opened, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> => opened.inTenant(scopeOf(me), work);

/** A warehouse; the first of a tenant is its default. */
export async function addWarehouse(opened: Opened, me: Me, code = 'CK01', isDefault = code === 'CK01'): Promise<string> {
  const id = newId();
  await opened.pool.query('insert into warehouse (tenant_id, id, code, name, is_default) values ($1, $2, $3, $4, $5)', [
    me.tenantId,
    id,
    code,
    `${code}仓`,
    isDefault,
  ]);
  return id;
}

/** Brings goods in through the one writer. */
export async function putStock(opened: Opened, me: Me, warehouseId: string, stock: Record<string, string>, cost: string | null = null): Promise<void> {
  const bizId = newId();
  const movements = Object.entries(stock).map(([skuId, qty]) => ({
    warehouseId,
    skuId,
    onHand: qty,
    bizType: 'STOCK_IN',
    bizId,
    bizLineId: newId(),
    bizNo: 'RK-TEST',
    step: 'IN',
    cost,
  }));
  await as(opened, me, (tx) => moveStock(tx, me, movements));
}

/** Money in a customer's fund account, in 分. */
export async function putFunds(opened: Opened, me: Me, customerId: string, amount: bigint): Promise<string> {
  return as(opened, me, async (tx) => {
    const account = await accountOf(tx, me, customerId);
    const bizId = newId();
    const entries = [
      { account: '1002', customerId, dr: amount },
      { account: '2203', customerId, fundAccountId: account.id, cr: amount },
    ] as const;
    await postLedger(tx, me, { kind: 'ENTER', bizType: 'ENTER', bizId, bizNo: 'RZ-TEST', bizDate: '2026-06-15', idemKey: `TEST:${bizId}`, entries });
    return account.id;
  });
}

/** Every product of the tenant is kept by batch from now on, and some of the first batch there is comes in besides. */
export async function keptByBatch({ opened, me }: { opened: Opened; me: Me }): Promise<void> {
  const { rows: products } = await opened.pool.query('update product set by_batch = true where tenant_id = $1 returning id', [me.tenantId]);
  for (const { id } of products) await as(opened, me, (tx) => batchKeeping.get()(tx, me, { productId: id, on: true }));
  const { rows } = await opened.pool.query('select warehouse_id, sku_id from stock_balance where tenant_id = $1 order by 1, 2', [me.tenantId]);
  for (const [index, { warehouse_id: warehouseId, sku_id: skuId }] of rows.entries()) {
    const parts = [
      { batchNo: `P${index}A`, qty: '7', expiresOn: '2027-03-01' },
      { batchNo: `P${index}B`, qty: '9', expiresOn: '2026-12-01' },
    ];
    const movement = {
      warehouseId,
      skuId,
      onHand: '16',
      bizType: 'STOCK_IN',
      bizId: newId(),
      bizLineId: newId(),
      bizNo: 'RK-TEST',
      step: 'IN',
      batches: { parts },
    };
    await as(opened, me, (tx) => moveStock(tx, me, [movement]));
  }
}
