import { BatchImport } from '~/domains/batch/pickers/BatchImport';

export default function StockInUpload() {
  return (
    <BatchImport
      type="stockIn"
      title="导入入库单"
      backHref="/portal/supplyChain/factory/warehouse/inList"
      modes={['INSERT']}
      columns={[
        { title: '仓库编码', required: true },
        { title: '入库类型', required: true, note: '采购入库、生产入库、退货入库、期初入库、其它入库' },
        { title: '业务日期', required: true, note: 'yyyy-MM-dd，不能晚于今天' },
        { title: '来源单号', note: '仓库、类型、日期、来源单号都相同的行合并为一张入库单' },
        { title: 'SKU编码', required: true },
        { title: '单位', note: '留空按基本单位' },
        { title: '数量', required: true },
        { title: '成本单价(元)', note: '需要查看成本权限' },
        { title: '批次号' },
        { title: '明细备注' },
        { title: '单据备注' },
      ]}
    />
  );
}
