import { loadToPrint, printHistory } from '~/domains/order/pickers/printing';
import { PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatQty, formatTime } from '~/ui/values/format';
import { returnDetail } from '../calls';
import { refundWays, returnParts, returnReasons, returnTypes } from '../returns';

type Doc = AnswerOf<typeof returnDetail>;

/** 打印退货单, of one or many. */
export default function ReturnPrint({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  return (
    <PrintFlow<Doc>
      title={`打印退货单（${ids.length}张）`}
      kinds={[{ value: 'A4', label: '退货单 A4 纸', paper: 'A4', amounts: true }]}
      history={() => printHistory('RETURN', ids)}
      load={(kind) => loadToPrint('RETURN', ids, kind.paper, (id) => call(returnDetail, { id }))}
      keyOf={(doc) => doc.id}
      sheet={(doc, { amounts }) => (
        <Sheet
          owner={<PrintHead company={company} name={company?.companyName || tenant} />}
          foot={<PrintFoot company={company} />}
          {...sheetOf(doc, amounts)}
        />
      )}
      onClose={onClose}
    />
  );
}

const sheetOf = (doc: Doc, amounts: boolean) => ({
  title: '退货单',
  no: doc.no,
  facts: [
    { label: '客户', value: doc.customerName },
    { label: '订单编号', value: doc.orderNo },
    { label: '类型', value: returnTypes[doc.type] },
    { label: '原因', value: returnReasons[doc.reasonCode] },
    { label: '申请时间', value: formatTime(doc.submittedAt ?? doc.createdAt, 'minute') },
    { label: '退款去向', value: doc.type === 'EXCHANGE' ? '用于换货' : refundWays[doc.refundTo] },
    ...(doc.description ? [{ label: '问题描述', value: doc.description, wide: true }] : []),
  ],
  columns: [
    { title: '行' },
    { title: '发货单号' },
    { title: 'SKU编码' },
    { title: '商品' },
    { title: '部分' },
    { title: '单位' },
    { title: '申请', numeric: true },
    { title: '良品', numeric: true },
    { title: '不良', numeric: true },
    { title: '拒收', numeric: true },
    ...(amounts ? [{ title: '货款(元)', numeric: true }] : []),
  ],
  rows: doc.lines.map((line) => [
    line.lineNo,
    line.deliveryNo,
    line.skuCode,
    [line.name, line.spec].filter(Boolean).join(' '),
    returnParts[line.part],
    line.unitName,
    formatQty(line.applyQty),
    ...(doc.receivedAt ? [formatQty(line.goodQty), formatQty(line.badQty), formatQty(line.rejectQty)] : ['', '', '']),
    ...(amounts ? [formatMoney(line.amount)] : []),
  ]),
  totals: [
    [
      { text: '合计', span: 6 },
      { text: displayUnits(doc.quantities), span: 4, numeric: true },
      ...(amounts ? [{ text: formatMoney(doc.goodsAmount), span: 1, numeric: true }] : []),
    ],
    ...(amounts ? [[{ text: `退款（大写）：${capitals(doc.refund)}`, span: 11 }]] : []),
  ],
  signs: [`申请：${doc.creator}`, '验收人：__________', '退款确认：__________', '日期：__________'],
});
