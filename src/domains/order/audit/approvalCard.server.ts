import { type Card, defineTaskCard, type Fact, MOST_LINES } from '~/domains/workflow/taskCard.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { displayQty } from '~/shared/money';
import { payMethods } from '../order';
import { shownValue } from '../versions/versions';
import { orderDetail } from '../views/view.server';

type Detail = Awaited<ReturnType<typeof orderDetail>>;
type Line = Detail['lines'][number];

defineTaskCard('order', async (tx, me, id, now) => orderCard(await orderDetail(tx, me, { id }, now)));
defineTaskCard('orderChange', changeCard);

async function changeCard(tx: Tx, me: Me, id: string, now: Date): Promise<Card> {
  const order = await orderDetail(tx, me, { id }, now);
  const card = orderCard(order);
  if (!order.pending) return card;
  return {
    ...card,
    facts: [{ key: 'reason', label: '变更原因', text: order.pending.reason, tone: 'strong' }, ...card.facts],
    changes: changesOf(order.pending.diff),
  };
}

function orderCard(order: Detail): Card {
  const { buyer, lines } = order;
  return {
    facts: [
      { key: 'customer', label: '客户', text: order.customerName, tone: 'strong' },
      { key: 'amount', label: '应付(元)', amount: order.payable, tone: 'strong' },
      order.expenseUsed > 0n && { key: 'expense', label: '费用抵扣(元)', amount: order.expenseUsed },
      { key: 'payMethod', label: '支付方式', text: payMethods[order.payMethod] },
      { key: 'held', label: '已冻结(元)', amount: order.held },
      { key: 'warehouse', label: '仓库', text: order.warehouseName },
      { key: 'sales', label: '业务员', text: order.salesName },
      order.projectName !== '' && { key: 'project', label: '工程项目', text: order.projectName },
      order.expectDate !== null && { key: 'expectDate', label: '期望到货', text: order.expectDate },
      { key: 'available', label: '客户可用资金(元)', amount: buyer.available },
      creditOf(buyer.credit),
      { key: 'owed', label: '应收欠款(元)', amount: buyer.openReceivable },
      { key: 'overdue', label: '其中逾期(元)', amount: buyer.overdue, tone: buyer.overdue > 0n ? 'danger' : '' },
      order.remark !== '' && { key: 'remark', label: '备注', text: order.remark },
      order.internalRemark !== '' && { key: 'internalRemark', label: '内部备注', text: order.internalRemark },
    ] satisfies (Fact | false)[],
    changes: changesOf(order.diff),
    tables: [
      {
        title: `商品明细（${lines.length}行）`,
        columns: [
          { key: 'lineNo', title: '行' },
          { key: 'name', title: '商品' },
          { key: 'qty', title: '数量', numeric: true },
          { key: 'price', title: '成交价(元)', numeric: true },
          { key: 'listPrice', title: '标准价(元)', numeric: true },
          { key: 'amount', title: '金额(元)', numeric: true },
          { key: 'mark', title: '提示' },
        ],
        rows: lines
          .slice(0, MOST_LINES)
          .map((line) => [
            { text: String(line.lineNo) },
            { text: [line.name, line.spec, line.saleText].filter(Boolean).join(' ') },
            { text: `${displayQty(line.qty)} ${line.unitName}` },
            { price: line.price },
            line.listPrice === null ? {} : { price: line.listPrice },
            { amount: line.amount },
            { text: marksOf(line) },
          ]),
        more: Math.max(lines.length - MOST_LINES, 0),
      },
    ],
    warnings: warningsOf(order),
  };
}

const creditOf = (credit: Detail['buyer']['credit']): Fact | false =>
  credit !== null && { key: 'credit', label: '授信可用(元)', ...(credit.available === null ? { text: '不限' } : { amount: credit.available }) };

const changesOf = (diff: Detail['diff']) =>
  diff.map(({ path, label, before, after }) => ({ label, before: shownValue(path, before), after: shownValue(path, after) }));

const marksOf = (line: Line): string =>
  [line.belowFloor && '低于限价', line.manualPrice && `手工改价${line.manualReason ? `：${line.manualReason}` : ''}`, line.short && '库存不足']
    .filter(Boolean)
    .join('；');

function warningsOf({ lines, buyer }: Detail): string[] {
  const count = (has: (line: Line) => boolean): number => lines.filter(has).length;
  const [low, manual, short] = [count((line) => line.belowFloor), count((line) => line.manualPrice), count((line) => line.short)];
  return [
    low > 0 && `${low}行低于最低限价`,
    manual > 0 && `${manual}行手工改价`,
    short > 0 && `${short}行库存不足`,
    buyer.overdue > 0n && `客户有逾期欠款，最长${buyer.overdueDays}天`,
  ].filter((one) => one !== false);
}
