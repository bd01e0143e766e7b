import { defineTaskCard, MOST_LINES } from '~/domains/workflow/taskCard.server';
import { displayQty, displayTaxRate } from '~/shared/money';
import { directions, invoiceKinds, redReasons } from './billing';
import { billingDetail } from './billingDetail.server';

defineTaskCard('billing', async (tx, me, id) => {
  const doc = await billingDetail(tx, me, { id });
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' },
      { key: 'amount', label: '含税金额(元)', amount: doc.amount, tone: 'strong' },
      { key: 'tax', label: '税额(元)', amount: doc.tax },
      { key: 'kind', label: '发票类型', text: `${invoiceKinds[doc.kind]}（${directions[doc.direction]}）`, tone: doc.direction === 'RED' ? 'warn' : '' },
      { key: 'title', label: '开票抬头', text: doc.title, tone: doc.title === doc.customerName ? '' : 'warn' },
      { key: 'taxNo', label: '税号', text: doc.taxNo },
      doc.redReason !== null && { key: 'redReason', label: '红冲原因', text: redReasons[doc.redReason] },
      { key: 'orders', label: '订单', text: doc.orderNos.join('、') },
      { key: 'creator', label: '申请人', text: doc.creator },
      doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
    ],
    warnings: doc.warnings,
    tables: [
      {
        title: `开票明细（${doc.lines.length}行）`,
        columns: [
          { key: 'orderNo', title: '订单' },
          { key: 'name', title: '商品' },
          { key: 'qty', title: '数量', numeric: true },
          { key: 'amount', title: '含税金额(元)', numeric: true },
          { key: 'taxRate', title: '税率', numeric: true },
        ],
        rows: doc.lines
          .slice(0, MOST_LINES)
          .map((line) => [
            { text: line.orderNo },
            { text: [line.name, line.spec].filter(Boolean).join(' ') },
            { text: `${displayQty(line.qty)} ${line.unitName}` },
            { amount: line.amount },
            { text: displayTaxRate(line.taxRatePpm) },
          ]),
        more: Math.max(doc.lines.length - MOST_LINES, 0),
      },
    ],
  };
});
