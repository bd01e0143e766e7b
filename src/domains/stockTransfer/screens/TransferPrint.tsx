import { PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatQty } from '~/ui/values/format';
import { transferDetail } from '../calls';
import { transferStates } from '../transfer';

type Doc = AnswerOf<typeof transferDetail>;

/** 打印调拨单, one or many. */
export default function TransferPrint({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  return (
    <PrintFlow<Doc>
      title={`打印调拨单（${ids.length}张）`}
      kinds={[
        { value: 'A4', label: 'A4 纸', paper: 'A4' },
        { value: 'TRIPLE', label: '三联纸（241 mm）', paper: 'TRIPLE' },
      ]}
      load={() => Promise.all(ids.map((id) => call(transferDetail, { id })))}
      keyOf={(doc) => doc.id}
      sheet={(doc, { kind }) => (
        <Sheet
          owner={<PrintHead company={company} name={company?.companyName || tenant} />}
          foot={<PrintFoot company={company} />}
          title="调拨单"
          no={doc.no}
          facts={[
            { label: '调出仓库', value: doc.fromName },
            { label: '调入仓库', value: doc.toName },
            { label: '业务日期', value: doc.bizDate },
            { label: '状态', value: transferStates[doc.status] },
            ...(doc.remark ? [{ label: '备注', value: doc.remark, wide: true }] : []),
          ]}
          columns={[
            { title: '行' },
            { title: 'SKU编码' },
            { title: '商品' },
            { title: '规格' },
            { title: '单位' },
            { title: '数量', numeric: true },
            { title: '实收' },
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
            '',
            line.batchNo,
            line.remark,
          ])}
          totals={[
            [
              { text: '合计（基本单位）', span: 5 },
              { text: displayUnits(doc.lines.map((line) => ({ qty: line.baseQty, unitName: line.baseUnitName }))), span: 1, numeric: true },
              { text: '', span: 3 },
            ],
          ]}
          signs={[`制单：${doc.creator}`, `审核：${doc.auditor || '__________'}`, '发货人：__________', '收货人：__________', '日期：__________']}
          copies={kind.paper === 'TRIPLE' ? '白联：调出仓　红联：调入仓　黄联：承运方' : ''}
        />
      )}
      onClose={onClose}
    />
  );
}
