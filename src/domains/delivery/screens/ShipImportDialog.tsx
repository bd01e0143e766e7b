import { BatchImport } from '~/domains/batch/pickers/BatchImport';
import { Dialog } from '~/ui/kit/Dialog';

/** 批量发货导入: stands on the delivery list. */
export function ShipImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="批量发货导入" width="xl">
      <BatchImport
        type="deliveryShip"
        title="批量发货"
        untitled
        modes={['MERGE']}
        columns={[
          { title: '发货单号', required: true, note: '只处理待出库的发货单，导入即确认出库' },
          { title: '物流公司', required: true },
          { title: '物流单号', required: true, note: '同一发货单号的多行是它的多个包裹' },
          { title: '包裹序号', note: '已装箱的包裹按序号对应，装箱商品保留' },
          { title: '运费(元)', note: '同一发货单多行时相加' },
          { title: '发货时间', note: 'yyyy-MM-dd，留空为当前时间' },
        ]}
      />
    </Dialog>
  );
}
