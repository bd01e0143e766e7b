import type { CreditAccountTab } from '~/domains/credit/slots';
import { href } from '~/portal/href';
import { CREDIT_APPLY } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { ListPage } from '~/ui/list/ListPage';
import type { ApplyRow } from '../apply.schema';
import { applyList } from '../calls';
import { applyColumns } from '../screens/ApplyList';

function Applies({ accountId, customerId, creditTypeId }: { accountId: string; customerId: string; creditTypeId: string }) {
  const may = useCan(CREDIT_APPLY);
  return (
    <ListPage<ApplyRow>
      title="申请记录"
      source={{ id: 'credit/accountApplies', local: true, load: (q) => call(applyList, { ...q, accountId } as never) }}
      columns={applyColumns.filter(({ key }) => key !== 'customerName' && key !== 'typeName')}
      buttons={() => [may && { label: '新建申请', href: href('/portal/creditSystem/creditCreate', { customerId, creditTypeId, kind: 'INCREASE' }) }]}
    />
  );
}

/** What was asked for of this limit, on its page. */
export const tabs: readonly CreditAccountTab[] = [
  {
    value: 'applies',
    label: '申请记录',
    at: 30,
    Content: ({ subject }) => <Applies accountId={subject.id} customerId={subject.customerId} creditTypeId={subject.creditTypeId} />,
  },
];
