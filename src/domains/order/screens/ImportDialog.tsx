import { BatchImport } from '~/domains/batch/pickers/BatchImport';
import { Dialog } from '~/ui/kit/Dialog';

/** 导入订单: stands on the order list. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="导入订单" width="xl">
      <BatchImport
        type="order"
        title="导入订单"
        untitled
        modes={['INSERT']}
        columns={[
          { title: '外部单号', required: true, note: '同一外部单号的多行是一张订单' },
          { title: '客户编码', required: true },
          { title: 'SKU编码', required: true },
          { title: '单位', note: '留空按基本单位' },
          { title: '数量', required: true },
          { title: '手工价(元)', note: '留空按当前取价；需要手工改价权限' },
          { title: '改价原因', note: '填写手工价时必填' },
          { title: '赠品', note: '是或否' },
          { title: '支付方式', note: '线下付款或资金账户，留空为线下付款' },
          { title: '项目编号' },
          { title: '收货人', note: '收货信息全部留空时用客户的默认地址' },
          { title: '电话' },
          { title: '省' },
          { title: '市' },
          { title: '区' },
          { title: '详细地址' },
          { title: '期望到货日', note: '不能早于今天' },
          { title: '行备注' },
          { title: '订单备注' },
        ]}
      />
    </Dialog>
  );
}
