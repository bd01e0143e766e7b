import { useEffect, useState } from 'react';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { myCredit, myCreditUses } from '../calls';
import { accountStateNames, creditOrderStates } from '../credit';
import type { MyUse } from '../creditForm.schema';
import { CreditStanding } from '../pickers/CreditStanding';
import { Limit, Usage } from './limit';

type Own = AnswerOf<typeof myCredit>['accounts'];

/** What the dealer may still buy on account, by what terms it pays, and each use of it. */
export default function MyCredit() {
  const [accounts, setAccounts] = useState<Own>();
  useEffect(() => {
    let current = true;
    void call(myCredit, {}).then((answer) => current && setAccounts(answer.accounts));
    return () => {
      current = false;
    };
  }, []);
  if (!accounts) return <Skeleton lines={6} className="p-4" />;
  if (!accounts.length) return <EmptyState title="还没有授信额度" note="如需先收货后付款，请联系厂家申请授信。" />;
  return (
    <div className="flex flex-col gap-5 py-4">
      <div className="grid gap-4 lg:grid-cols-2">
        {accounts.map((one) => (
          <OneLimit key={one.id} of={one} />
        ))}
      </div>
      <ListPage<MyUse>
        title="用信明细"
        source={{ id: 'credit/myUses', local: true, query: {}, load: (q) => call(myCreditUses, q as never) }}
        filters={[{ kind: 'select', key: 'status', label: '状态', options: Object.entries(creditOrderStates).map(([value, label]) => ({ value, label })) }]}
        columns={[
          { key: 'no', title: '用信单号', fixed: true },
          { key: 'status', title: '状态', cell: (row) => <CreditStanding of={row} /> },
          {
            key: 'orderNo',
            title: '订单',
            cell: (row) =>
              row.orderId ? <Link href={href('/portal/supplyChain/dealer/order/detail', { id: row.orderId })}>{row.orderNo}</Link> : row.orderNo || '- -',
          },
          { key: 'amount', title: '用信(元)', kind: 'money' },
          { key: 'committed', title: '已发货(元)', kind: 'money' },
          { key: 'repaid', title: '已还(元)', kind: 'money' },
          { key: 'open', title: '未还(元)', kind: 'money' },
          { key: 'nextDueOn', title: '应还日', cell: (row) => row.nextDueOn ?? '- -' },
          { key: 'createdAt', title: '时间', kind: 'minute', off: true },
        ]}
      />
    </div>
  );
}

function OneLimit({ of }: { of: Own[number] }) {
  const figures = [
    ['授信额度', <Limit key="limit" value={of.limit} />],
    ['已用', <Money key="used" value={of.used} />],
    ['占用', <Money key="held" value={of.held} />],
  ] as const;
  return (
    <section className="rounded-lg border border-line p-4" aria-label={of.typeName}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">
          {of.typeName} <span className="text-sm text-ink-3">{of.no}</span>
        </h3>
        <StatusTag status={of.status} names={accountStateNames} />
      </header>
      <p className="mt-3 text-sm text-ink-2">可用(元)</p>
      <p className="text-2xl">
        <Limit value={of.available} />
      </p>
      <dl className="mt-3 grid grid-cols-3 gap-2 text-sm">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-3">{label}(元)</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-3">
        <Usage percent={of.usage} />
        <span>{of.validTo ? `有效期至${of.validTo}` : '长期有效'}</span>
        {of.perOrderLimit !== null && (
          <span>
            单笔限额 <Money value={of.perOrderLimit} sign />
          </span>
        )}
      </div>
      <p className="mt-2 text-sm text-ink-3">{of.terms}</p>
    </section>
  );
}
