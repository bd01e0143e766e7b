import { href } from '~/portal/href';
import { ARM_PAY } from '~/portal/permissions';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { CustomerDetail as Customer } from '../open.schema';
import { planStates } from '../plan';
import { Rows } from './Rows';

const A = '/portal/receiveAdmin';

export default function CustomerDetail({ first }: { first: Customer }) {
  const canPay = useCan(ARM_PAY);
  const of = { customerId: first.customerId };
  return (
    <DetailPage
      title={first.customerName}
      no={first.customerCode}
      backHref={`${A}/comInfo`}
      facts={[
        { label: '应收余额(元)', value: <Rows of={of} value={first.open} /> },
        { label: '逾期(元)', value: <Rows page="overInfo" of={of} value={first.overdue} /> },
        { label: '最长逾期(天)', value: first.overdueDays || '- -' },
        { label: '争议(元)', value: <Rows of={{ ...of, disputed: 'true' }} value={first.disputed} /> },
        { label: '预收(元)', value: <Money value={first.prepaid} /> },
      ]}
      actions={[
        canPay && { label: '登记回款', tone: 'primary', href: href(`${A}/addPay`, { ...of, customerName: first.customerName }) },
        { label: '应收信息', href: href(`${A}/receiveInfo`, of) },
        { label: '逾期信息', href: href(`${A}/overInfo`, of) },
        { label: '回款信息', href: href(`${A}/payInfo`, of) },
      ]}
    >
      <DetailSection title="账龄" flush>
        <DetailTable
          caption="账龄"
          rows={first.buckets.map((bucket, at) => ({ id: bucket.label, ...bucket, amount: first.ages[at] ?? '0.00' }))}
          columns={[
            { key: 'label', title: '账龄段', cell: (row) => (row.from === 0 ? '未到期' : `逾期${row.label}`) },
            {
              key: 'amount',
              title: '金额(元)',
              align: 'right',
              cell: (row) =>
                Number(row.amount) === 0 ? (
                  <Money value={row.amount} />
                ) : (
                  <Link href={href(`${A}/overInfo`, { ...of, ...daysOf(row) })}>
                    <Money value={row.amount} />
                  </Link>
                ),
            },
          ]}
        />
      </DetailSection>
      <DetailSection title="经营情况">
        <Descriptions
          items={[
            { label: '本月应收发生(元)', value: <Rows of={{ ...of, bizStart: first.monthStart, bizEnd: first.today }} value={first.raisedThisMonth} /> },
            {
              label: '本月到账(元)',
              value: (
                <Rows
                  page="payInfo"
                  of={{ ...of, status: 'CONFIRMED', receivedStart: first.monthStart, receivedEnd: first.today }}
                  value={first.paidThisMonth}
                />
              ),
            },
            { label: '应收周转天数', value: first.dso === null ? '近90天没有发生应收' : `${first.dso}天（近90天）` },
            { label: '授信额度(元)', value: first.creditLimit === null ? '- -' : <Money value={first.creditLimit} /> },
            { label: '授信可用(元)', value: first.creditFree === null ? '- -' : <Money value={first.creditFree} /> },
            { label: '业务员', value: first.salesName },
          ]}
        />
      </DetailSection>
      <DetailSection title="应收计划" flush>
        <DetailTable
          caption="应收计划"
          rows={first.plans}
          columns={[
            { key: 'no', title: '计划编号', cell: (row) => <Link href={href(`${A}/infoSearch/detail`, { id: row.id })}>{row.no}</Link> },
            { key: 'title', title: '计划名称' },
            { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status as 'DRAFT'} names={planStates} /> },
            { key: 'total', title: '计划总额(元)', kind: 'money' },
            { key: 'createdAt', title: '新建时间', kind: 'time' },
          ]}
        />
      </DetailSection>
    </DetailPage>
  );
}

const daysOf = ({ from, to }: { from: number; to: number | null }): Record<string, string> =>
  from === 0 ? { notDue: 'true' } : { overdueDaysMin: String(from), ...(to === null ? {} : { overdueDaysMax: String(to) }) };
