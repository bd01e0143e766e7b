import type { Me } from '~/portal/me';
import { STOCK_IN } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { seesCost } from './cost';
import { type Movement, moveStock } from './movements.server';
import { stockDocForm } from './stockDocForm.server';
import { baseCost, docLines, type StockDoc } from './stockDocLines.server';
import { stockInKinds } from './stockDocState';
import { defineStockDoc } from './stockDocs.server';
import * as subjects from './subjects';

/** 入库单: goods come in at audit, at their cost; a reversal takes them out again, if they are still available. */
export const stockIns = defineStockDoc({
  direction: 'IN',
  noun: '入库单',
  what: '入库',
  kinds: stockInKinds,
  subject: subjects.stockIn,
  key: 'stockIn',
  form: stockDocForm('入库', stockInKinds, subjects.stockIn.page),
  make: STOCK_IN,
  submitted: 'stockIn.submitted',
  // People who may not see cost can neither give nor lose it: their lines keep the cost they had.
  priced: (me) => (seesCost(me) ? 'GIVEN' : 'KEPT'),
  move: moveIn,
});

async function moveIn(tx: Tx, me: Me, doc: StockDoc, step: 'DONE' | 'REVERSED'): Promise<void> {
  const movements = (await docLines(tx, me, doc.id)).map(
    (line): Movement => ({
      warehouseId: doc.warehouse_id,
      skuId: line.sku_id,
      bizType: 'STOCK_IN',
      bizId: doc.id,
      bizLineId: line.id,
      bizNo: doc.no,
      step: step === 'DONE' ? 'IN' : 'REVERSE',
      onHand: step === 'DONE' ? line.base_qty : `-${line.base_qty}`,
      batches: step === 'DONE' ? { parts: [{ batchNo: line.batch_no, qty: line.base_qty, expiresOn: line.expires_on }] } : { like: 'IN' },
      cost: baseCost(line),
    }),
  );
  await moveStock(tx, me, movements);
}

export const { save: saveStockIn, audit: auditStockIn, approval: stockInAudit } = stockIns;
