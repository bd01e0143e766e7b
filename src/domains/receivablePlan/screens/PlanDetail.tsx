import { useState } from 'react';
import { href } from '~/portal/href';
import { ARM_ADJUST, ARM_ADJUST_AUDIT, ARM_PAY, ARM_PLAN_EDIT } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { dueWords, isEditable, natures, planSources, planStates, stageDues } from '../plan';
import type { PlanDetail as Plan, PlanItem } from '../plan.schema';
import { OwingCustomer } from './OwingCustomer';
import { Rows } from './Rows';

const AdjustDialog = late(() => import('./AdjustDialog'));
const DisputeDialog = late(() => import('./DisputeDialog'));
const HappenDialog = late(() => import('./HappenDialog'));

const A = '/portal/receiveAdmin';
const F = '/portal/supplyChain/factory';
const again = async (work: Promise<boolean>) => {
  if (await work) location.reload();
};
type Opened = { what: 'adjust' | 'dispute' | 'happen'; item: PlanItem };

export default function PlanDetail({ first }: { first: Plan }) {
  const [canEdit, canPay, canAdjust, canStop] = [useCan(ARM_PLAN_EDIT), useCan(ARM_PAY), useCan(ARM_ADJUST), useCan(ARM_ADJUST_AUDIT)];
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const mine = first.mine ? { disabled: true, reason: '由您新建，须由其他人中止' } : {};
  return (
    <DetailPage
      title="应收计划"
      no={first.no}
      status={<StatusTag status={first.status} names={planStates} />}
      backHref={`${A}/infoSearch`}
      facts={[
        { label: '计划总额(元)', value: <Money value={first.total} /> },
        { label: '已收(元)', value: <Rows of={{ planId: first.id }} value={first.paid} /> },
        { label: '未收(元)', value: <Rows of={{ planId: first.id }} value={first.open} /> },
        { label: '逾期(元)', value: <Rows page="overInfo" of={{ planId: first.id }} value={first.overdue} /> },
        { label: '争议(元)', value: <Rows of={{ planId: first.id, disputed: 'true' }} value={first.disputed} /> },
      ]}
      actions={[
        first.status === 'RUNNING' &&
          canPay && { label: '登记回款', tone: 'primary', href: href(`${A}/addPay`, { customerId: first.customerId, customerName: first.customerName }) },
        first.status === 'DRAFT' &&
          canEdit && { label: '开始执行', tone: 'primary', onPress: async () => again((await arriving(import('./planActions'))).startDialog(first)) },
        isEditable(first.status) && canEdit && { label: '编辑', href: href(`${A}/plainForm`, { id: first.id }) },
        first.status === 'RUNNING' &&
          canStop && { label: '中止', tone: 'danger', ...mine, onPress: async () => again((await arriving(import('./planActions'))).stopDialog(first)) },
      ]}
    >
      <Basics plan={first} />
      <DetailSection title="款项" flush>
        <DetailTable
          caption="款项"
          rows={first.items}
          columns={[
            { key: 'seq', title: '期次' },
            { key: 'nature', title: '款项性质', cell: (row) => natures[row.nature] },
            { key: 'dueBy', title: '约定到期', cell: (row) => dueWords(row) },
            { key: 'dueDate', title: '到期日', cell: (row) => <Due item={row} /> },
            { key: 'amount', title: '金额(元)', kind: 'money' },
            { key: 'paid', title: '已收(元)', kind: 'money' },
            { key: 'adjusted', title: '调整(元)', kind: 'money' },
            { key: 'disputed', title: '争议(元)', kind: 'money' },
            { key: 'open', title: '未收(元)', kind: 'money' },
            {
              key: 'receivableNo',
              title: '应收单',
              cell: (row) => (row.receivableId ? <Link href={href(`${A}/receiveInfo`, { no: row.receivableNo })}>{row.receivableNo}</Link> : '- -'),
            },
            {
              key: 'do',
              title: '操作',
              cell: (row) => (
                <span className="flex gap-1">
                  {row.happenedOn === null && row.dueBy !== 'DATE' && first.status === 'RUNNING' && canEdit && (
                    <Button size="sm" tone="link" onPress={() => setOpened({ what: 'happen', item: row })}>
                      登记触发
                    </Button>
                  )}
                  {row.receivableId !== null && !row.settled && canAdjust && (
                    <>
                      <Button size="sm" tone="link" onPress={() => setOpened({ what: 'adjust', item: row })}>
                        调整
                      </Button>
                      <Button size="sm" tone="link" onPress={() => setOpened({ what: 'dispute', item: row })}>
                        争议
                      </Button>
                    </>
                  )}
                </span>
              ),
            },
          ]}
        />
      </DetailSection>
      {opened?.what === 'happen' && <HappenDialog plan={first} item={opened.item} onClose={close} />}
      {opened?.what === 'adjust' && <AdjustDialog debt={debtOf(opened.item)} onClose={close} />}
      {opened?.what === 'dispute' && <DisputeDialog debt={debtOf(opened.item)} onClose={close} />}
    </DetailPage>
  );
}

const debtOf = (item: PlanItem) => ({
  id: item.receivableId ?? '',
  no: item.receivableNo,
  open: item.open,
  disputed: item.disputed,
  dueDate: item.dueDate ?? '',
});

const Due = ({ item }: { item: PlanItem }) => (
  <>
    {item.dueDate ?? '待触发'} {item.provisional && <Tag tone="warn">暂定</Tag>}
    {item.happenedBy !== '' && <span className="text-ink-3">{item.happenedBy}</span>}{' '}
    {item.overdueDays > 0 && <Tag tone="danger">逾期{item.overdueDays}天</Tag>} {item.settled && <Tag tone="ok">已收清</Tag>}
  </>
);

const Basics = ({ plan }: { plan: Plan }) => (
  <DetailSection title="基本信息">
    <Descriptions
      items={[
        { label: '计划名称', value: plan.title },
        { label: '客户', value: <OwingCustomer of={plan} /> },
        { label: '来源', value: planSources[plan.source] },
        { label: '合同号', value: plan.contractNo },
        { label: '项目', value: plan.projectName },
        { label: '签订日期', value: plan.signedOn ?? '' },
        plan.contractId !== null && {
          label: '电子合同',
          value: <Link href={href('/portal/supplyChain/factory/smartContract/detail', { id: plan.contractId })}>查看合同</Link>,
        },
        plan.bankLineId !== null && { label: '银行流水', value: plan.bankFlowNo },
        plan.receiptId !== null && { label: '流水回款', value: <Link href={href(`${A}/payInfo/detail`, { id: plan.receiptId })}>查看收款单</Link> },
        plan.stages.length > 0 && {
          label: '付款阶段',
          value: plan.stages.map((one) => `${natures[one.nature]}${one.ppm / 10_000}%（${stageDues[one.dueBy]}${one.dueDays}天）`).join('，'),
          span: 2 as const,
        },
        plan.source !== 'CREDIT' && { label: '质保期', value: `${plan.warrantyDays}天` },
        plan.orderId !== null && { label: '订单', value: <Link href={href(`${F}/order/detail`, { id: plan.orderId })}>{plan.orderNo}</Link> },
        plan.creditOrderId !== null && {
          label: '用信单',
          value: <Link href={`/portal/creditSystem/useCredit/list/${plan.creditOrderId}`}>{plan.creditOrderNo}</Link>,
        },
        plan.invoiced !== null && { label: '已开票(元)', value: <Money value={plan.invoiced} /> },
        { label: '负责人', value: plan.ownerName },
        { label: '催收人', value: plan.collectorName },
        { label: '新建人', value: plan.creator },
        { label: '新建时间', value: <DateTime value={plan.createdAt} /> },
        plan.reason !== '' && { label: '中止原因', value: plan.reason, span: 2 as const },
        { label: '备注', value: plan.remark, span: 2 },
      ]}
    />
  </DetailSection>
);
