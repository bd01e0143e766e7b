import { defineTaskCard, MOST_LINES } from '~/domains/workflow/taskCard.server';
import { displayQty, displayUnits } from '~/shared/money';
import { stockInKinds, stockOutKinds } from './stockDocState';
import { type DocsOf, insOf, outsOf, stockDocDetail } from './stockDocViews.server';

function cardOf<Kind extends string>(of: DocsOf<Kind>, what: '入库' | '出库', kinds: Readonly<Record<Kind, string>>): void {
  defineTaskCard(of.subject.type, async (tx, me, id) => {
    const doc = await stockDocDetail(tx, me, of, { id });
    const cost = 'totalCost' in doc && of.direction === 'IN' ? doc.totalCost : undefined;
    return {
      facts: [
        { key: 'warehouse', label: '仓库', text: doc.warehouseName, tone: 'strong' },
        { key: 'kind', label: `${what}类型`, text: kinds[doc.kind] },
        { key: 'bizDate', label: '业务日期', text: doc.bizDate },
        { key: 'counterparty', label: '往来方', text: doc.counterparty },
        { key: 'sourceNo', label: '来源单号', text: doc.sourceNo },
        { key: 'qty', label: '总数量', text: displayUnits(doc.lines.map(({ baseQty, baseUnitName }) => ({ qty: baseQty, unitName: baseUnitName }))) },
        cost !== undefined && { key: 'amount', label: '成本合计(元)', cost },
        { key: 'creator', label: '制单人', text: doc.creator },
        doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
      ],
      tables: [
        {
          title: `${what}明细（${doc.lines.length}行）`,
          columns: [
            { key: 'lineNo', title: '行' },
            { key: 'skuCode', title: 'SKU编码' },
            { key: 'name', title: '商品' },
            { key: 'qty', title: '数量', numeric: true },
            ...(cost === undefined ? [] : [{ key: 'amount', title: '成本(元)', numeric: true }]),
            { key: 'batchNo', title: '批号' },
          ],
          rows: doc.lines
            .slice(0, MOST_LINES)
            .map((line) => [
              { text: String(line.lineNo) },
              { text: line.skuCode },
              { text: [line.name, line.spec, line.saleText].filter(Boolean).join(' ') },
              { text: `${displayQty(line.qty)} ${line.unitName}` },
              ...(cost === undefined ? [] : ['amount' in line && typeof line.amount === 'bigint' ? { cost: line.amount } : {}]),
              { text: line.batchNo },
            ]),
          more: Math.max(doc.lines.length - MOST_LINES, 0),
        },
      ],
    };
  });
}

// What leaves costs what it cost on hand; that is known when it has left.
cardOf(insOf, '入库', stockInKinds);
cardOf(outsOf, '出库', stockOutKinds);
