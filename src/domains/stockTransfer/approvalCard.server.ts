import { defineTaskCard, MOST_LINES } from '~/domains/workflow/taskCard.server';
import { displayQty } from '~/shared/money';
import { transferDetail } from './transferViews.server';

defineTaskCard('stock_transfer', async (tx, me, id) => {
  const doc = await transferDetail(tx, me, { id });
  return {
    facts: [
      { key: 'from', label: '调出仓库', text: doc.fromName, tone: 'strong' },
      { key: 'to', label: '调入仓库', text: doc.toName, tone: 'strong' },
      { key: 'bizDate', label: '业务日期', text: doc.bizDate },
      { key: 'creator', label: '制单人', text: doc.creator },
      doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
    ],
    tables: [
      {
        title: `调拨明细（${doc.lines.length}行）`,
        columns: [
          { key: 'lineNo', title: '行' },
          { key: 'skuCode', title: 'SKU编码' },
          { key: 'name', title: '商品' },
          { key: 'qty', title: '数量', numeric: true },
          { key: 'batchNo', title: '批号' },
        ],
        rows: doc.lines
          .slice(0, MOST_LINES)
          .map((line) => [
            { text: String(line.lineNo) },
            { text: line.skuCode },
            { text: [line.name, line.spec, line.saleText].filter(Boolean).join(' ') },
            { text: `${displayQty(line.qty)} ${line.unitName}` },
            { text: line.batchNo },
          ]),
        more: Math.max(doc.lines.length - MOST_LINES, 0),
      },
    ],
  };
});
