import type { ApprovalForm } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import type { PortalPath } from '~/portal/screens';
import { formatYuan } from '~/shared/money';
import type { StockDoc } from './stockDocLines.server';

/** What approval processes read of a stock document. */
export const stockDocForm = (what: '入库' | '出库', kinds: Readonly<Record<string, string>>, page: PortalPath): ApprovalForm<StockDoc> => ({
  fields: [
    { key: 'kind', label: `${what}类型`, type: 'CHOICE', choices: kinds },
    { key: 'qty', label: '数量合计', type: 'NUMBER' },
    { key: 'cost', label: '成本合计', type: 'AMOUNT' },
    { key: 'counterparty', label: '往来单位', type: 'TEXT' },
  ],
  values: (_tx, _me, doc) => ({ kind: doc.kind, qty: doc.total_qty, cost: formatYuan(doc.total_cost), counterparty: doc.counterparty }),
  summary: (doc) => [
    { label: `${what}类型`, value: kinds[doc.kind] ?? doc.kind },
    { label: '业务日期', value: doc.biz_date },
    ...(doc.counterparty ? [{ label: '往来单位', value: doc.counterparty }] : []),
  ],
  route: ({ id }) => href(page, { id }),
});
