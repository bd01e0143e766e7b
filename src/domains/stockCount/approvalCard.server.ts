import { defineTaskCard, MOST_LINES } from '~/domains/workflow/taskCard.server';
import { displayCount, displayQty } from '~/shared/money';
import { countModes, countScopes } from './count';
import { CountLineQuery } from './count.schema';
import { countDetail, lineRows } from './countViews.server';

defineTaskCard('stock_count', async (tx, me, id) => {
  const doc = await countDetail(tx, me, { id });
  const page = doc.hidesBook ? undefined : await lineRows(tx, me, { ...CountLineQuery.parse({ id, show: 'DIFF' }), pageSize: MOST_LINES });
  return {
    facts: [
      { key: 'warehouse', label: '仓库', text: doc.warehouseName, tone: 'strong' },
      { key: 'scope', label: '盘点范围', text: [countScopes[doc.scope], doc.scopeText].filter(Boolean).join('：') },
      { key: 'mode', label: '盘点方式', text: countModes[doc.mode] },
      { key: 'skus', label: '已盘', text: `${doc.counted}/${doc.skus}` },
      { key: 'submitter', label: '提交人', text: doc.submitter },
      doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
    ],
    warnings: [doc.counted < doc.skus && `有${doc.skus - doc.counted}个商品未盘，通过后按账面不变`],
    tables: page
      ? [
          {
            title: `差异明细（${displayCount(page.totalCount)}行）`,
            columns: [
              { key: 'skuCode', title: 'SKU编码' },
              { key: 'name', title: '商品' },
              { key: 'book', title: '盘点时账面', numeric: true },
              { key: 'counted', title: '实盘', numeric: true },
              { key: 'diff', title: '差异', numeric: true },
              { key: 'reason', title: '原因' },
            ],
            rows: page.pagedRecords.map((line) => [
              { text: line.skuCode },
              { text: [line.name, line.spec, line.saleText].filter(Boolean).join(' ') },
              { text: 'book' in line && line.book !== null ? displayQty(line.book) : '' },
              { text: line.counted === null ? '' : `${displayQty(line.counted)} ${line.unitName}` },
              { text: 'diff' in line && line.diff !== null ? displayQty(line.diff) : '' },
              { text: line.reason },
            ]),
            more: Math.max(page.totalCount - page.pagedRecords.length, 0),
          },
        ]
      : [],
  };
});
