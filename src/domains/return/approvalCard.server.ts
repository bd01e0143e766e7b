import { refundWays } from '~/domains/finance/refund';
import { defineTaskCard, MOST_LINES } from '~/domains/workflow/taskCard.server';
import { displayQty } from '~/shared/money';
import { returnDetail } from './detail.server';
import { returnParts, returnReasons, returnSources, returnTypes } from './returns';

defineTaskCard('return_order', async (tx, me, id) => {
  const doc = await returnDetail(tx, me, { id });
  return {
    facts: [
      { key: 'amount', label: '退款金额(元)', amount: doc.refund },
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' },
      { key: 'orderNo', label: '订单编号', text: doc.orderNo },
      { key: 'type', label: '退货类型', text: returnTypes[doc.type] },
      { key: 'reason', label: '退货原因', text: returnReasons[doc.reasonCode] },
      { key: 'source', label: '来源', text: returnSources[doc.source] },
      { key: 'refundTo', label: '退款去向', text: refundWays[doc.refundTo] },
      { key: 'creator', label: '申请人', text: doc.creator },
      doc.description !== '' && { key: 'description', label: '问题描述', text: doc.description },
    ],
    tables: [
      {
        title: `退货明细（${doc.lines.length}行）`,
        columns: [
          { key: 'deliveryNo', title: '发货单号' },
          { key: 'skuCode', title: 'SKU编码' },
          { key: 'name', title: '商品' },
          { key: 'part', title: '部分' },
          { key: 'qty', title: '申请数量', numeric: true },
          { key: 'signNote', title: '签收说明' },
        ],
        rows: doc.lines
          .slice(0, MOST_LINES)
          .map((line) => [
            { text: line.deliveryNo },
            { text: line.skuCode },
            { text: [line.name, line.spec].filter(Boolean).join(' ') },
            { text: returnParts[line.part] },
            { text: `${displayQty(line.applyQty)} ${line.unitName}` },
            { text: line.signNote },
          ]),
        more: Math.max(doc.lines.length - MOST_LINES, 0),
      },
    ],
  };
});
