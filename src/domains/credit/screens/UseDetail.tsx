import { useState } from 'react';
import { href } from '~/portal/href';
import { CREDIT_USE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan, useMe } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { slotTabs } from '~/ui/detail/slots';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { Tabs } from '~/ui/kit/Tabs';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { creditOrderCancel, type creditOrderDetail } from '../calls';
import { useKinds, useSources } from '../credit';
import type { UseRow } from '../credit.schema';
import { CreditStanding } from '../pickers/CreditStanding';
import type { CreditOrderTab } from '../slots';
import { DeliverDialog } from './dialogs';
import { Journal } from './JournalList';

type Doc = AnswerOf<typeof creditOrderDetail>;
const slots = import.meta.glob<{ tabs: readonly CreditOrderTab[] }>('../../*/slots/creditOrder.tsx', { eager: true });

const uses: Column<UseRow>[] = [
  { key: 'bizDate', title: '业务日期' },
  { key: 'kind', title: '类型', cell: (row) => useKinds[row.kind] },
  {
    key: 'bizNo',
    title: '单号',
    cell: (row) =>
      row.deliveryId && row.kind === 'COMMIT' ? (
        <Link href={href('/portal/supplyChain/factory/deliver/detail', { id: row.deliveryId })}>{row.bizNo}</Link>
      ) : (
        row.bizNo || '- -'
      ),
  },
  { key: 'amount', title: '金额(元)', align: 'right', cell: (row) => <Money value={row.kind === 'COMMIT' ? row.amount : `-${row.amount}`} /> },
  { key: 'actor', title: '操作人' },
  { key: 'createdAt', title: '时间', kind: 'minute' },
];

export default function UseDetail({ first, today }: { first: Doc; today: string }) {
  const canUse = useCan(CREDIT_USE);
  const permissions = useMe()?.permissions ?? [];
  const [delivering, setDelivering] = useState(false);
  const byForm = first.source !== 'ORDER' && first.held !== '0.00';
  const cancel = async () => {
    const key = newKey();
    const agreed = await confirm({
      title: `释放用信单${first.no}的占用？`,
      body: `占用${formatMoney(first.held)}元退回额度。`,
      ok: '释放',
      tone: 'danger',
      reason: { label: '原因', max: 200 },
    });
    if (!agreed) return;
    await call(creditOrderCancel, { id: first.id, version: first.version, reason: agreed.reason }, { key });
    location.reload();
  };
  return (
    <DetailPage
      title={`${first.customerName} · ${first.typeName}`}
      no={first.no}
      status={<CreditStanding of={first} />}
      facts={[
        { label: '用信金额(元)', value: <Money value={first.amount} /> },
        { label: '占用(元)', value: <Money value={first.held} /> },
        { label: '已发货(元)', value: <Money value={first.committed} /> },
        { label: '已还本金(元)', value: <Money value={first.repaid} /> },
        { label: '未还(元)', value: <Money value={first.open} /> },
        { label: '最近应还日', value: first.nextDueOn ?? '- -' },
      ]}
      actions={[
        canUse && byForm && { label: '登记发货', tone: 'primary', onPress: () => setDelivering(true) },
        canUse && byForm && { label: '释放占用', tone: 'danger', onPress: cancel },
      ]}
      backHref="/portal/creditSystem/useCredit/list"
    >
      <DetailSection title="用信信息">
        <Descriptions
          items={[
            { label: '授信账户', value: <Link href={href('/portal/creditSystem/quota/list/{id}', { id: first.accountId })}>{first.accountNo}</Link> },
            { label: '来源', value: useSources[first.source] },
            {
              label: '关联订单',
              value: first.orderId ? (
                <Link href={href('/portal/supplyChain/factory/order/detail', { id: first.orderId })}>{first.orderNo}</Link>
              ) : (
                first.orderNo
              ),
            },
            { label: '起息日', value: first.startedOn },
            { label: '占用有效至', value: first.holdExpiresAt ? <DateTime value={first.holdExpiresAt} kind="minute" /> : '随订单' },
            { label: '已释放', value: <Money value={first.released} sign /> },
            { label: '已退货', value: <Money value={first.returned} sign /> },
            { label: '创建人', value: first.creator },
            { label: '创建时间', value: <DateTime value={first.createdAt} /> },
            { label: '结清时间', value: <DateTime value={first.settledAt ?? undefined} /> },
            { label: '条款', value: first.terms, span: 3 },
            { label: '备注', value: first.remark, span: 3 },
          ]}
        />
      </DetailSection>
      <Card>
        <Tabs
          label="用信单"
          items={[
            { value: 'uses', label: '发货明细', content: <DetailTable<UseRow> caption="发货明细" rows={first.uses} columns={uses} empty="还没有发货" /> },
            ...slotTabs(slots, first, permissions),
            { value: 'journal', label: '占用释放记录', content: <Journal query={{ creditOrderId: first.id }} /> },
            {
              value: 'log',
              label: '操作日志',
              content: <LogTimeline log={first.log} />,
            },
          ]}
        />
      </Card>
      {delivering && <DeliverDialog of={first} held={first.held} today={today} onClose={() => setDelivering(false)} onDone={() => location.reload()} />}
    </DetailPage>
  );
}
