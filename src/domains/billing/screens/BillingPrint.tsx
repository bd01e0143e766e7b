import { type Company, PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { displayTaxRate } from '~/shared/money';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatQty } from '~/ui/values/format';
import { billingStates, directions, invoiceKinds, redReasons } from '../billing';
import { billingDetail } from '../calls';

type Doc = AnswerOf<typeof billingDetail>;

/** 打印开票申请, one or many: for whoever issues by hand and for the books. It is no invoice and says so. */
export default function BillingPrint({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  return (
    <PrintFlow<Doc>
      title={`打印开票申请（${ids.length}张）`}
      kinds={[{ value: 'A4', label: 'A4 纸', paper: 'A4', amounts: true }]}
      load={() => Promise.all(ids.map((id) => call(billingDetail, { id })))}
      keyOf={(doc) => doc.id}
      sheet={(doc) => <Application doc={doc} owner={company?.companyName || tenant} company={company} />}
      onClose={onClose}
    />
  );
}

function Application({ doc, owner, company }: { doc: Doc; owner: string; company?: Company | undefined }) {
  return (
    <Sheet
      owner={<PrintHead company={company} name={owner} />}
      foot={<PrintFoot company={company} />}
      title={doc.direction === 'RED' ? '红字发票申请单' : '开票申请单'}
      no={doc.no}
      facts={[
        { label: '客户', value: doc.customerName },
        { label: '发票类型', value: `${invoiceKinds[doc.kind]}（${directions[doc.direction]}）` },
        { label: '状态', value: billingStates[doc.status] },
        { label: '开票抬头', value: doc.title },
        { label: '税号', value: doc.taxNo },
        { label: '地址电话', value: [doc.address, doc.phone].filter(Boolean).join(' ') },
        { label: '开户行及账号', value: [doc.bank, doc.bankAccount].filter(Boolean).join(' ') },
        ...(doc.redReason ? [{ label: '红冲原因', value: redReasons[doc.redReason] }] : []),
        ...(doc.invoiceNos.length ? [{ label: '发票号码', value: doc.invoiceNos.join('、'), wide: true }] : []),
        ...(doc.remark ? [{ label: '备注', value: doc.remark, wide: true }] : []),
      ]}
      columns={[
        { title: '行' },
        { title: '订单' },
        { title: '商品' },
        { title: '规格' },
        { title: '单位' },
        { title: '数量', numeric: true },
        { title: '含税金额(元)', numeric: true },
        { title: '税率', numeric: true },
        { title: '税额(元)', numeric: true },
      ]}
      rows={doc.lines.map((line) => [
        line.lineNo,
        line.orderNo,
        line.name,
        line.spec,
        line.unitName,
        formatQty(line.qty),
        formatMoney(line.amount),
        displayTaxRate(line.taxRatePpm),
        formatMoney(line.tax),
      ])}
      totals={[
        ...doc.rates.map((rate) => [
          { text: `税率 ${displayTaxRate(rate.taxRatePpm)}（不含税 ${formatMoney(rate.net)}）`, span: 6 },
          { text: formatMoney(rate.amount), span: 1, numeric: true },
          { text: '', span: 1 },
          { text: formatMoney(rate.tax), span: 1, numeric: true },
        ]),
        [{ text: `价税合计 ${formatMoney(doc.amount)} 元（大写：${capitals(doc.amount)}）`, span: 9 }],
      ]}
      signs={[`申请：${doc.creator}`, `审核：${doc.auditor || '__________'}`, `开票：${doc.issuer || '__________'}`, '日期：__________']}
      copies="本单为开票申请，不是发票"
    />
  );
}
