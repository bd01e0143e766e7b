import { type Company, PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatPrice, formatQty, formatTime } from '~/ui/values/format';
import { orderDetail } from '../calls';
import { payMethods } from '../order';
import { COPIES, loadToPrint, printHistory } from '../pickers/printing';
import type { OrderDetail } from '../views/orderView.schema';

/** 打印订单, one or many. */
export default function OrderPrint({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  const owner = company?.companyName || tenant;
  return (
    <PrintFlow<OrderDetail>
      title={`打印订单（${ids.length}张）`}
      kinds={[
        { value: 'A4', label: 'A4 纸', paper: 'A4', amounts: true },
        { value: 'TRIPLE', label: '三联纸（241 mm）', paper: 'TRIPLE', amounts: true },
      ]}
      history={() => printHistory('ORDER', ids)}
      load={(kind) => loadToPrint('ORDER', ids, kind.paper, (id) => call(orderDetail, { id }))}
      keyOf={(order) => order.id}
      sheet={(order, { kind, amounts }) => (
        <OrderSheet order={order} owner={owner} company={company} amounts={amounts} copies={kind.paper === 'TRIPLE' ? COPIES : ''} />
      )}
      onClose={onClose}
    />
  );
}

interface SheetProps {
  order: OrderDetail;
  owner: string;
  company?: Company | undefined;
  amounts: boolean;
  copies: string;
}

export function OrderSheet({ order, owner, company, amounts, copies }: SheetProps) {
  const priced = [
    { title: '单价(元)', numeric: true },
    { title: '金额(元)', numeric: true },
  ];
  const rest = amounts ? 7 : 6;
  return (
    <Sheet
      owner={<PrintHead company={company} name={owner} />}
      foot={<PrintFoot company={company} />}
      title="销售订单"
      no={order.no || '草稿'}
      facts={[
        { label: '客户', value: order.customerName },
        { label: '下单时间', value: formatTime(order.createdAt, 'minute') },
        { label: '收货人', value: `${order.receiver} ${order.receiverPhone}` },
        { label: '期望到货', value: order.expectDate },
        { label: '收货地址', value: [order.province, order.city, order.district, order.address].join(' '), wide: true },
        { label: '支付方式', value: payMethods[order.payMethod] },
        { label: '业务员', value: order.salesName },
        ...(order.projectName ? [{ label: '项目', value: order.projectName, wide: true }] : []),
        ...(order.remark ? [{ label: '备注', value: order.remark, wide: true }] : []),
      ]}
      columns={[
        { title: '行' },
        { title: 'SKU编码' },
        { title: '商品' },
        { title: '规格' },
        { title: '单位' },
        { title: '数量', numeric: true },
        ...(amounts ? priced : []),
        { title: '备注' },
      ]}
      rows={order.lines.map((line) => [
        line.lineNo,
        line.skuCode,
        `${line.name}${line.gift ? '（赠品）' : ''}`,
        [line.spec, line.saleText].filter(Boolean).join(' '),
        line.unitName,
        formatQty(line.qty),
        ...(amounts ? [formatPrice(line.price), formatMoney(line.amount)] : []),
        line.remark,
      ])}
      totals={[
        [
          { text: '合计', span: 5 },
          { text: displayUnits(order.lines), span: 1, numeric: true },
          ...(amounts ? [{ text: formatMoney(order.goodsAmount), span: 2, numeric: true }] : []),
          { text: '', span: 1 },
        ],
        ...(amounts
          ? [
              [
                { text: `应付（大写）：${capitals(order.payable)}`, span: 5 },
                {
                  text: `${/[1-9]/.test(order.closedAmount) ? `已结单 ${formatMoney(order.closedAmount)} 不计，` : ''}${/[1-9]/.test(order.expenseUsed) ? `费用抵扣 ${formatMoney(order.expenseUsed)}，` : ''}含运费 ${formatMoney(order.freight)}，应付 ¥${formatMoney(order.payable)}`,
                  span: rest - 3,
                  numeric: true,
                },
              ],
            ]
          : []),
      ]}
      signs={[`制单：${order.creator}`, '审核：____________', '客户签字：____________', '日期：____________']}
      copies={copies}
    />
  );
}
