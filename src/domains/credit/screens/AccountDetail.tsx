import { useState } from 'react';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { href } from '~/portal/href';
import { CREDIT_APPLY, CREDIT_AUDIT, CREDIT_FREEZE, CREDIT_USE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan, useMe } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { slotTabs } from '~/ui/detail/slots';
import { Card } from '~/ui/kit/Card';
import { late } from '~/ui/kit/late';
import { Tabs } from '~/ui/kit/Tabs';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { accountDetail } from '../calls';
import { accountStateNames } from '../credit';
import type { CreditAccountTab } from '../slots';
import { askHref } from './askHref';
import { Composition } from './Composition';
import { FreezeDialog } from './dialogs';
import { Journal } from './JournalList';
import { Limit, Usage, Validity } from './limit';
import { Uses } from './UseList';

type Account = AnswerOf<typeof accountDetail>;
const JoinDialog = late(() => import('./JoinDialog'));
const StatementPrint = late(() => import('./StatementPrint'));
/** What other domains know of a limit: its applications, its plans. */
const slots = import.meta.glob<{ tabs: readonly CreditAccountTab[] }>('../../*/slots/creditAccount.tsx', { eager: true });

export default function AccountDetail({ first, today }: { first: Account; today: string }) {
  const [canFreeze, canGrant, canUse, canApply] = [useCan(CREDIT_FREEZE), useCan(CREDIT_AUDIT), useCan(CREDIT_USE), useCan(CREDIT_APPLY)];
  const permissions = useMe()?.permissions ?? [];
  const [freezing, setFreezing] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [joining, setJoining] = useState(false);
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const open = first.status !== 'CLOSED';
  const frozen = first.freezes.some((one) => one.thawedAt === null);
  return (
    <DetailPage
      title={`${first.customerName} · ${first.typeName}`}
      no={first.no}
      status={<StatusTag status={first.status} names={accountStateNames} />}
      facts={[
        { label: '授信额度(元)', value: <Limit value={first.limit} /> },
        { label: '已用(元)', value: <Money value={first.used} /> },
        { label: '占用(元)', value: <Money value={first.held} /> },
        { label: '冻结(元)', value: <Money value={first.frozen} /> },
        { label: '可用(元)', value: <Limit value={first.available} /> },
        { label: '使用率', value: <Usage percent={first.usage} /> },
        { label: '有效期', value: <Expiry to={first.validTo} today={today} /> },
      ]}
      actions={[
        canUse &&
          first.status === 'ACTIVE' && {
            label: '新建用信',
            tone: 'primary',
            href: href('/portal/creditSystem/createUseCredit', { customerId: first.customerId }),
          },
        canApply && open && { label: '调整额度', href: askHref(first, 'INCREASE') },
        canApply && open && { label: '续期', href: askHref(first, 'RENEW') },
        canApply && open && { label: '申请失效', href: askHref(first, 'EXPIRE') },
        canFreeze && open && { label: '冻结', tone: 'danger', onPress: () => setFreezing(true) },
        canFreeze && open && frozen && { label: '解冻', onPress: async () => again((await arriving(import('./accountActions'))).thawDialog(first)) },
        { label: '打印对账单', onPress: () => setPrinting(true) },
        canGrant && open && { label: '集团', onPress: () => setJoining(true) },
        canGrant && open && { label: '注销', tone: 'danger', onPress: async () => again((await arriving(import('./accountActions'))).closeDialog(first)) },
      ]}
      backHref="/portal/creditSystem/quota/list"
    >
      <DetailSection title="授信条款">
        <Descriptions
          items={[
            { label: '客户', value: <CustomerLink of={first} /> },
            { label: '有效期', value: <Validity from={first.validFrom} to={first.validTo} /> },
            { label: '单笔限额', value: <Limit value={first.perOrderLimit} /> },
            { label: '可超额', value: first.overLimit === '0.00' ? '不允许' : <Money value={first.overLimit} sign /> },
            { label: '集团', value: first.groupName },
            { label: '不循环已用', value: <Money value={first.spent} sign /> },
            { label: '开立人', value: first.creator },
            { label: '还款条款', value: first.terms, span: 3 },
            { label: '备注', value: first.remark, span: 3 },
          ]}
        />
      </DetailSection>
      <Card>
        <Tabs
          label="授信额度"
          items={[
            {
              value: 'lines',
              label: '额度构成',
              content: <Composition account={first} canGrant={canGrant && open} canFreeze={canFreeze && open} today={today} />,
            },
            { value: 'journal', label: '额度流水', content: <Journal query={{ accountId: first.id }} /> },
            { value: 'uses', label: '用信单', content: <Uses query={{ accountId: first.id }} /> },
            ...slotTabs(slots, first, permissions),
            {
              value: 'log',
              label: '操作日志',
              content: <LogTimeline log={first.log} />,
            },
          ]}
        />
      </Card>
      {printing && <StatementPrint account={first} today={today} onClose={() => setPrinting(false)} />}
      {joining && <JoinDialog of={first} onClose={() => setJoining(false)} onDone={() => location.reload()} />}
      {freezing && <FreezeDialog of={first} onClose={() => setFreezing(false)} onDone={() => location.reload()} />}
    </DetailPage>
  );
}

function Expiry({ to, today }: { to: string | null; today: string }) {
  if (to === null) return <>长期</>;
  const days = Math.round((Date.parse(to) - Date.parse(today)) / 86_400_000);
  return <span className={days < 0 ? 'text-danger' : days <= 30 ? 'text-warn' : ''}>{days < 0 ? `已过期${-days}天` : `剩${days}天`}</span>;
}
