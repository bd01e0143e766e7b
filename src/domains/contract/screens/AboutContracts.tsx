import { href } from '~/portal/href';
import { CONTRACT_CREATE } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { ListPage } from '~/ui/list/ListPage';
import { contractList } from '../calls';
import type { ContractKind } from '../contract';
import type { ContractRow } from '../contract.schema';
import { contractColumns } from './contractColumns';
import { DEALER_HOME, ORDER_HOME } from './homes';

interface Props {
  query: { bizId: string } | { customerId: string };
  factory: boolean;
  /** A new one begins from this. */
  from?: { kind: ContractKind; bizType?: string; bizId?: string; customerId?: string };
}

/** The contracts about a document or with a customer, on its page. */
export default function AboutContracts({ query, factory, from }: Props) {
  const make = useCan(CONTRACT_CREATE) && factory;
  const { kind = 'OTHER', ...rest } = from ?? {};
  return (
    <ListPage<ContractRow>
      title="合同"
      source={{ id: 'contract/about', local: true, load: (q) => call(contractList, { ...q, ...query } as never) }}
      filters={[]}
      columns={contractColumns(factory ? ORDER_HOME : DEALER_HOME)}
      buttons={[make && from !== undefined && { label: '新建合同', href: href(`${ORDER_HOME}/create`, { kind, ...rest }) }]}
    />
  );
}
