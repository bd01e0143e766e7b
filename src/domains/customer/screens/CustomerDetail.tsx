import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { WhoSees } from '~/domains/role/pickers/WhoSees';
import { href } from '~/portal/href';
import { CUSTOMER_MERGE, CUSTOMER_TRANSFER, ORDER_ADD } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan, useMe } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { fieldItems } from '~/ui/detail/fieldItems';
import { type SlotTab, slotTabs } from '~/ui/detail/slots';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tabs } from '~/ui/kit/Tabs';
import { useTab } from '~/ui/kit/useTab';
import { DateTime } from '~/ui/values/DateTime';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import type { CustomerDetail as Detail } from '../customer.schema';
import { customerFields } from '../customerFields';
import { customerStates, customerTypes, isEditable, stateTones } from '../customerNames';
import { AccountsTab } from './AccountsTab';
import { AddressTab } from './AddressTab';
import { ContactsTab } from './ContactsTab';
import { InvoiceTab } from './InvoiceTab';
import { MergesSection } from './MergesSection';
import { TagList } from './TagsInput';
import { moveCustomers, transitionsOf } from './transitions';

const TransferDialog = late(async () => ({ default: (await import('./TransferDialog')).TransferDialog }));
const MergeDialog = late(async () => ({ default: (await import('./MergeDialog')).MergeDialog }));
const HelpersDialog = late(async () => ({ default: (await import('./HelpersDialog')).HelpersDialog }));

const F = '/portal/supplyChain/factory';
const added = import.meta.glob<{ tabs: readonly SlotTab<Detail>[] }>('../../*/slots/customerDetail.tsx', { eager: true });

interface Props {
  customer: Detail;
  members: readonly { id: string; name: string }[];
  tab?: string | undefined;
}
type Open = 'transfer' | 'merge' | 'helpers' | 'sees' | null;

export default function CustomerDetail({ customer, members, tab }: Props) {
  const [open, setOpen] = useState<Open>(null);
  const reload = () => location.reload();
  const close = () => setOpen(null);
  const [canOrder, transfers, merges] = [useCan(ORDER_ADD), useCan(CUSTOMER_TRANSFER), useCan(CUSTOMER_MERGE)];
  const items = tabsOf(customer, useMe()?.permissions ?? [], reload);
  const [shown, choose] = useTab(
    items.map((one) => one.value),
    tab,
  );
  const living = isEditable(customer.status);
  return (
    <DetailPage
      title={customer.name}
      no={customer.code}
      status={<StatusTag status={customer.status} names={customerStates} tones={stateTones} />}
      backHref="/portal/customer/list"
      facts={[
        { label: '客户级别', value: customer.levelName || '- -' },
        { label: '业务员', value: customer.salesName || '- -' },
        { label: '账期', value: `${customer.paymentDays}天` },
        customer.funds !== null && { label: '未收应收(元)', value: <Money value={customer.funds.openReceivable} /> },
      ]}
      actions={[
        living && { label: '编辑', href: href('/portal/customer/edit', { id: customer.id }), tone: 'primary' },
        customer.status === 'ACTIVE' && canOrder && { label: '新建订单', href: href(`${F}/order/create`, { customerId: customer.id }) },
        ...transitionsOf(customer).map((one) => ({ label: one.label, onPress: async () => (await moveCustomers([customer], one)) && reload() })),
        living && transfers && !customer.helping && { label: '转移', onPress: () => setOpen('transfer') },
        living && !customer.helping && { label: '协作人', onPress: () => setOpen('helpers') },
        living && merges && customer.status !== 'ENDED' && { label: '合并', onPress: () => setOpen('merge') },
        living && { label: '谁能看到', onPress: () => setOpen('sees') },
      ]}
    >
      <MergesSection customer={customer} />
      {customer.stateReason && ['DISABLED', 'ENDED'].includes(customer.status) && (
        <Alert tone="warn" title={`${customerStates[customer.status]}原因`}>
          {customer.stateReason}
        </Alert>
      )}
      <Card>
        <Tabs label="客户资料" items={items} value={shown} onChange={choose} />
      </Card>
      {open === 'sees' && <WhoSees subject="customer" id={customer.id} onClose={close} />}
      {open === 'transfer' && <TransferDialog customers={[customer]} onClose={close} onDone={reload} />}
      {open === 'helpers' && <HelpersDialog customer={customer} members={members} onClose={close} onChanged={reload} />}
      {open === 'merge' && <MergeDialog customer={customer} onClose={close} onMerged={(id) => location.assign(href('/portal/customer/detail', { id }))} />}
    </DetailPage>
  );
}

const tabsOf = (customer: Detail, permissions: readonly string[], reload: () => void) => [
  { value: 'base', label: '基本信息', content: <Basics customer={customer} /> },
  { value: 'contact', label: '联系人', count: customer.contacts.length, content: <ContactsTab customer={customer} onChanged={reload} /> },
  { value: 'address', label: '地址', count: customer.addresses.length, content: <AddressTab customer={customer} onChanged={reload} /> },
  { value: 'invoice', label: '开票', count: customer.invoiceTitles.length, content: <InvoiceTab customer={customer} onChanged={reload} /> },
  ...slotTabs(added, customer, permissions),
  { value: 'account', label: '登录账号', count: customer.accounts.length, content: <AccountsTab customer={customer} onChanged={reload} /> },
  { value: 'files', label: '附件', content: <AttachmentPanel type="customer" subjectId={customer.id} /> },
  { value: 'log', label: '日志', content: <LogTimeline log={customer.log} /> },
];

function Basics({ customer }: { customer: Detail }) {
  const [full, setFull] = useState<{ idCard: string; contactMobile: string } | null>(null);
  const personal = customer.customerType === 1;
  const item = fieldItems(customerFields, customer);
  const reveal = async () => setFull(await call(calls.customerReveal, { id: customer.id }));
  return (
    <div className="flex flex-col gap-3">
      <Descriptions
        items={[
          item('code', { copy: true }),
          item('name'),
          item('shortName'),
          { label: '客户类型', value: customerTypes[customer.customerType] ?? '企业' },
          personal ? { label: '身份证号', value: full?.idCard || customer.idCard } : { label: '统一社会信用代码', value: customer.uscc },
          item('levelId', { value: customer.levelName }),
          { label: '销售区域', value: customer.salesArea && `${customer.salesArea}${customer.isMember ? '（会员）' : ''}` },
          item('contactName', { value: [customer.contactName, customer.contactRole].filter(Boolean).join(' · ') }),
          item('contactMobile', { value: full?.contactMobile || customer.contactMobile }),
          item('email'),
          item('salesMemberId', { value: customer.salesName }),
          { label: '协作人', value: customer.helpers.map((one) => one.name).join('、') },
          item('paymentDays', { value: `${customer.paymentDays}天` }),
          { label: '查看库存数量', value: customer.stockVisible ? '允许' : '按基础配置' },
          { label: '所在地区', value: [customer.province, customer.city, customer.district].filter(Boolean).join(' ') },
          item('address', { span: 2 }),
          item('tags', { value: customer.tags && <TagList line={customer.tags} />, span: 3 }),
          item('remark', { span: 3 }),
          { label: '建档时间', value: <DateTime value={customer.createdAt} /> },
          { label: '更新时间', value: <DateTime value={customer.updatedAt} /> },
        ]}
      />
      {!full && (customer.contactMobile || customer.idCard) && (
        <p className="text-sm text-ink-3">
          证件号与手机号已部分隐藏。
          <button type="button" className="text-brand" onClick={() => void reveal()}>
            查看完整号码（将记录本次查看）
          </button>
        </p>
      )}
    </div>
  );
}
