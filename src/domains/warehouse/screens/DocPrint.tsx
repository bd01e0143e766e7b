import { type Company, PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { STOCK_COST_VIEW } from '~/portal/permissions';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan, useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatPrice, formatQty } from '~/ui/values/format';
import type { stockInDetail, stockOutDetail } from '../calls';
import { stockDocStates } from '../stockDocState';
import type { DocWay } from './docWays';

type Doc = AnswerOf<typeof stockInDetail> | AnswerOf<typeof stockOutDetail>;

/** 打印入库单 or 出库单, one or many; cost only for people who may see it. */
export default function DocPrint({ way, ids, onClose }: { way: DocWay; ids: readonly string[]; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  const seesCost = useCan(STOCK_COST_VIEW);
  return (
    <PrintFlow<Doc>
      title={`打印${way.noun}（${ids.length}张）`}
      kinds={[
        { value: 'A4', label: 'A4 纸', paper: 'A4', amounts: seesCost },
        { value: 'TRIPLE', label: '三联纸（241 mm）', paper: 'TRIPLE', amounts: seesCost },
      ]}
      load={() => Promise.all(ids.map((id) => call(way.calls.detail as typeof stockInDetail, { id })))}
      keyOf={(doc) => doc.id}
      sheet={(doc, { kind, amounts }) => (
        <Note
          way={way}
          doc={doc}
          owner={company?.companyName || tenant}
          company={company}
          cost={amounts && seesCost}
          copies={kind.paper === 'TRIPLE' ? way.words.copies : ''}
        />
      )}
      onClose={onClose}
    />
  );
}

interface NoteProps {
  way: DocWay;
  doc: Doc;
  owner: string;
  company?: Company | undefined;
  cost: boolean;
  copies: string;
}

function Note({ way, doc, owner, company, cost, copies }: NoteProps) {
  const total = doc.totalCost ?? '0.00';
  return (
    <Sheet
      owner={<PrintHead company={company} name={owner} />}
      foot={<PrintFoot company={company} />}
      title={way.noun}
      no={doc.no}
      facts={[
        { label: '仓库', value: doc.warehouseName },
        { label: `${way.what}类型`, value: way.kinds[doc.kind] ?? '' },
        { label: '业务日期', value: doc.bizDate },
        { label: '往来方', value: doc.counterparty },
        { label: '来源单号', value: doc.sourceNo },
        { label: '状态', value: stockDocStates[doc.status] },
        ...(doc.remark ? [{ label: '备注', value: doc.remark, wide: true }] : []),
      ]}
      columns={[
        { title: '行' },
        { title: 'SKU编码' },
        { title: '商品' },
        { title: '规格' },
        { title: '单位' },
        { title: '数量', numeric: true },
        ...(cost
          ? [
              { title: '单价(元)', numeric: true },
              { title: '金额(元)', numeric: true },
            ]
          : []),
        { title: '批次号' },
        { title: '备注' },
      ]}
      rows={doc.lines.map((line) => [
        line.lineNo,
        line.skuCode,
        [line.name, line.saleText].filter(Boolean).join(' / '),
        line.spec,
        line.unitName,
        formatQty(line.qty),
        ...(cost ? [line.price ? formatPrice(line.price) : '', line.amount ? formatMoney(line.amount) : ''] : []),
        line.batchNo,
        line.remark,
      ])}
      totals={[
        [
          { text: '合计（基本单位）', span: 5 },
          { text: displayUnits(doc.lines.map((line) => ({ qty: line.baseQty, unitName: line.baseUnitName }))), span: 1, numeric: true },
          ...(cost
            ? [
                { text: '', span: 1 },
                { text: formatMoney(total), span: 1, numeric: true },
              ]
            : []),
          { text: '', span: 2 },
        ],
        ...(cost ? [[{ text: `金额（大写）：${capitals(total)}`, span: 10 }]] : []),
      ]}
      signs={[`制单：${doc.creator}`, `审核：${doc.auditor || '__________'}`, ...way.words.signs, '日期：__________']}
      copies={copies}
    />
  );
}
