import { useState } from 'react';
import { href } from '~/portal/href';
import { PRICE_ACTIVITY } from '~/portal/permissions';
import { HIDDEN } from '~/shared/mask';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { formatQty } from '~/ui/values/format';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { activityStates, activityTones, buyerScopes, discountModes, isEditable, isOpen } from '../activity';
import type { ActivityDetail as Detail } from '../activity.schema';
import { activityUsage } from '../calls';
import { closeDialog, deleteDialog } from './activityActions';
import { activityPath } from './activityPath';

type Item = Detail['items'][number];

/** Fetched when first opened. */
const QuotaDialog = late(() => import('./QuotaDialog'));

export default function ActivityDetail({ activity }: { activity: Detail }) {
  const keeps = useCan(PRICE_ACTIVITY);
  const [raising, setRaising] = useState<Item>();
  const open = isOpen(activity.state);
  const go = async (done: Promise<boolean>, to?: string) => {
    if (await done) to ? location.assign(to) : location.reload();
  };
  return (
    <DetailPage
      title={activity.name}
      no={activity.no}
      status={<StatusTag status={activity.state} names={activityStates} tones={activityTones} />}
      backHref={`${activityPath}/list`}
      facts={[
        { label: '商品数', value: activity.itemCount },
        { label: '使用订单', value: activity.orderCount },
        { label: '成交额(元)', value: <Money value={activity.amount} /> },
        { label: '已用限量', value: activity.usedPercent === null ? '不限量' : `${activity.usedPercent}%` },
      ]}
      actions={[
        keeps && isEditable(activity.state) && { label: '编辑', tone: 'primary', href: href(`${activityPath}/edit`, { id: activity.id }) },
        keeps && { label: '复制', href: href(`${activityPath}/create`, { from: activity.id }) },
        keeps && open && { label: '关闭活动', tone: 'danger', onPress: () => go(closeDialog(activity)) },
        keeps && isEditable(activity.state) && { label: '删除', tone: 'danger', onPress: () => go(deleteDialog(activity), `${activityPath}/list`) },
      ]}
    >
      {activity.state === 'CLOSED' && (
        <Alert tone="warn" title={`已由${activity.closedBy}关闭`}>
          {activity.closeReason}
        </Alert>
      )}
      <DetailSection title="基本信息">
        <Descriptions
          items={[
            { label: '开始时间', value: <DateTime value={activity.startAt} /> },
            { label: '结束时间', value: <DateTime value={activity.endAt} /> },
            { label: '适用客户', value: buyersOf(activity) },
            { label: '创建人', value: activity.creator },
            { label: '创建时间', value: <DateTime value={activity.createdAt} /> },
            { label: '备注', value: activity.remark },
          ]}
        />
      </DetailSection>
      <DetailSection title="活动商品" flush>
        <DetailTable<Item>
          caption="活动商品"
          rows={activity.items}
          columns={itemColumns}
          {...(keeps && open && { rowActions: (item: Item) => [item.totalQuota !== null && { label: '追加限量', onPress: () => setRaising(item) }] })}
        />
      </DetailSection>
      <ListPage
        title="使用明细"
        source={{ id: 'activity/usage', local: true, load: (q) => call(activityUsage, { ...q, activityId: activity.id } as never) }}
        filters={[]}
        columns={usageColumns}
      />
      <DetailSection title="操作日志">
        <LogTimeline log={activity.logs} />
      </DetailSection>
      {raising && <QuotaDialog activity={activity} item={raising} onClose={() => setRaising(undefined)} />}
    </DetailPage>
  );
}

function buyersOf(activity: Detail): string {
  const names = { ALL: [], LEVEL: activity.levels.map((one) => one.label), REGION: activity.regions, CUSTOMER: activity.customers.map((one) => one.label) };
  return [buyerScopes[activity.customerScope], names[activity.customerScope].join('、')].filter(Boolean).join('：');
}

const itemColumns: Column<Item>[] = [
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'productName', title: '商品', cell: (item) => [item.productName, item.saleText].filter(Boolean).join(' / ') },
  { key: 'unitName', title: '单位' },
  { key: 'listPrice', title: '标准价(元)', kind: 'price' },
  { key: 'value', title: '优惠', align: 'right', cell: (item) => `${discountModes[item.mode]} ${item.value === HIDDEN ? HIDDEN : Number(item.value)}` },
  { key: 'price', title: '活动价(元)', kind: 'price' },
  { key: 'perOrderMin', title: '起购', align: 'right', cell: (item) => <Qty value={item.perOrderMin ?? undefined} /> },
  { key: 'perCustomer', title: '每客户限购', align: 'right', cell: (item) => (item.perCustomer === null ? '不限' : <Qty value={item.perCustomer} />) },
  {
    key: 'used',
    title: '已用 / 总限量',
    align: 'right',
    cell: (item) => `${formatQty(item.used)} / ${item.totalQuota === null ? '不限' : formatQty(item.totalQuota)}`,
  },
];

type Usage = Awaited<ReturnType<typeof call<typeof activityUsage>>>['pagedRecords'][number];
const usageColumns: Column<Usage>[] = [
  {
    key: 'orderNo',
    title: '订单编号',
    fixed: true,
    cell: (row) => <Link href={href('/portal/supplyChain/factory/order/detail', { id: row.orderId })}>{row.orderNo}</Link>,
  },
  { key: 'customerName', title: '客户' },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'productName', title: '商品' },
  { key: 'qty', title: '占用数量', align: 'right', cell: (row) => <Qty value={row.qty} unit={row.unitName} /> },
  { key: 'price', title: '成交价(元)', align: 'right', cell: (row) => <Price value={row.price} /> },
  { key: 'at', title: '占用时间', kind: 'minute' },
];
