import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import type { deliveryDetail } from '../calls';
import { deliveryStates, shipWays } from '../delivery';

type First = AnswerOf<typeof deliveryDetail>;

/** The layout people knew before: one sheet, nothing to press; same figures as the new one. */
export default function DeliveryDetailOld({ first }: { first: First }) {
  return (
    <div className="flex flex-col gap-3">
      <Alert tone="info" actions={[{ label: '查看新版', href: href('/portal/supplyChain/factory/deliver/detail', { id: first.id }) }]}>
        这是旧版页面，仅供查看
      </Alert>
      <Card title={`发货单 ${first.no}`}>
        <div className="flex flex-col gap-5">
          <Descriptions
            columns={2}
            items={[
              { label: '状态', value: deliveryStates[first.status] },
              { label: '客户', value: first.customerName },
              { label: '发货仓', value: first.warehouseName },
              { label: '发货方式', value: shipWays[first.shipWay] },
              { label: '物流单号', value: first.packages.map((one) => [one.carrier, one.waybillNo].filter(Boolean).join(' ')).join('、') },
              { label: '发货时间', value: first.shippedAt && <DateTime value={first.shippedAt} /> },
              { label: '签收时间', value: first.signedAt && <DateTime value={first.signedAt} /> },
              { label: '制单人', value: first.creator },
              { label: '收货人', value: [first.receiver, first.receiverPhone].filter(Boolean).join(' ') },
              { label: '收货地址', value: first.address },
              { label: '发货金额(元)', value: <Money value={first.amount} /> },
              { label: '备注', value: first.remark },
            ]}
          />
          <DetailTable
            caption="发货明细"
            rows={first.lines}
            totals={{ qty: displayUnits(first.lines), amount: <Money value={first.amount} /> }}
            columns={[
              { key: 'lineNo', title: '序号' },
              { key: 'orderNo', title: '订单编号' },
              { key: 'skuCode', title: '编码' },
              { key: 'name', title: '名称', fixed: true },
              { key: 'spec', title: '规格' },
              { key: 'unitName', title: '单位' },
              { key: 'qty', title: '发货数量', kind: 'qty' },
              { key: 'signed', title: '签收数量', kind: 'qty' },
              { key: 'refused', title: '拒收数量', kind: 'qty' },
              { key: 'amount', title: '金额(元)', kind: 'money' },
            ]}
          />
        </div>
      </Card>
    </div>
  );
}
