import type { Selectable } from 'kysely';
import type { ApprovalForm } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import type { DB } from '~/server/db.server';
import { displayQty, formatYuan } from '~/shared/money';
import { stockInKinds } from './stockDocState';

type StockDoc = Selectable<DB['stock_doc']>;
/** What approval processes read of a stock-in. */
export const stockInForm: ApprovalForm<StockDoc> = {
  fields: [
    { key: 'kind', label: '入库类型', type: 'CHOICE', choices: stockInKinds },
    { key: 'qty', label: '数量合计', type: 'NUMBER' },
    { key: 'cost', label: '成本合计', type: 'AMOUNT' },
    { key: 'counterparty', label: '往来单位', type: 'TEXT' },
  ],
  values: (_tx, _me, doc) => ({ kind: doc.kind, qty: doc.total_qty, cost: formatYuan(doc.total_cost), counterparty: doc.counterparty }),
  summary: (doc) => [
    { label: '入库类型', value: stockInKinds[doc.kind as keyof typeof stockInKinds] ?? doc.kind },
    { label: '数量合计', value: displayQty(doc.total_qty) },
  ],
  route: ({ id }) => href('/portal/supplyChain/factory/warehouse/inDetail', { id }),
};
