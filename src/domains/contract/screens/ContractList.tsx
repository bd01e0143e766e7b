import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { CONTRACT_CREATE, CONTRACT_MANAGE, CONTRACT_SIGN, CONTRACT_TEMPLATE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Filter, ListHandle } from '~/ui/list/types';
import { contractList } from '../calls';
import { contractKinds, tabs, takenBack } from '../contract';
import type { ContractRow } from '../contract.schema';
import { contractColumns } from './contractColumns';
import { DEALER_HOME, type Home, ORDER_HOME } from './homes';

const common: Filter[] = [
  { kind: 'text', key: 'no', label: '编号', placeholder: '合同编号、关联单据号' },
  { kind: 'text', key: 'title', label: '合同名称' },
  { kind: 'select', key: 'kind', label: '类型', options: optionsOf(contractKinds) },
  { kind: 'dates', key: 'deadline', label: '签署截止', startKey: 'deadlineStart', endKey: 'deadlineEnd', unit: 'day' },
];
const theirs: Filter[] = [...common, { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers }];
const VerdictDialog = late(() => import('./VerdictDialog'));
const ExtendDialog = late(() => import('./ExtendDialog'));
const actions = () => arriving(import('./contractActions'));

/** 智能合同, of a factory or of a dealer: what one may do follows from whose turn it is. */
export default function ContractList({ first, query, home }: { first: AnswerOf<typeof contractList>; query: Record<string, string>; home: Home }) {
  const mine = home === DEALER_HOME;
  const can = { make: useCan(CONTRACT_CREATE), manage: useCan(CONTRACT_MANAGE), sign: useCan(CONTRACT_SIGN), template: useCan(CONTRACT_TEMPLATE) };
  const side = mine ? 'THEIRS' : 'OURS';
  const shown = Object.entries(tabs).filter(([value]) => !mine || value !== 'DRAFT');
  const [extending, setExtending] = useState<{ row: ContractRow; list: ListHandle<ContractRow> }>();
  const [verified, setVerified] = useState<ContractRow>();
  return (
    <>
      <ListPage<ContractRow>
        title={mine ? '合同' : '智能合同'}
        source={{ id: mine ? 'contract/mine' : 'contract/list', first, query, load: (q) => call(contractList, q as never) }}
        filters={mine ? common : theirs}
        tabs={{ key: 'tab', items: [{ value: '', label: '全部' }, ...shown.map(([value, label]) => ({ value, label }))] }}
        columns={contractColumns(home)}
        buttons={(list) => [
          !mine && can.make && { label: '新建合同', tone: 'primary', href: `${home}/create` },
          !mine && can.template && { label: '合同模板', href: `${ORDER_HOME}/templates` },
          (mine || can.manage) && exportAction('contract', list),
        ]}
        rowActions={(row, list) => {
          const turn = (row.turn === side || row.turn === 'BOTH') && (mine || can.sign);
          const signing = row.status === 'SIGNING';
          return [
            { label: turn ? '签署' : '查看', href: href(`${home}/detail`, { id: row.id }) },
            !mine && can.make && row.status === 'DRAFT' && { label: '编辑', href: href(`${home}/create`, { id: row.id }) },
            !mine && can.manage && signing && { label: '催签', onPress: async () => (await (await actions()).urge(row)) && list.reload() },
            !mine && can.make && (signing || row.status === 'EXPIRED') && { label: '延期', onPress: () => setExtending({ row, list }) },
            !mine && can.make && signing && { label: '撤销', tone: 'danger', onPress: async () => (await (await actions()).revoke(row)) && list.reload() },
            row.status !== 'DRAFT' && { label: '下载', href: `/web/saas-contract/contract/download?id=${row.id}&download=true`, external: true },
            row.signed > 0 && { label: '验签', onPress: () => setVerified(row) },
            row.startedAt !== null && { label: '出证', href: `/web/saas-contract/contract/evidence?id=${row.id}`, external: true },
            !mine &&
              can.make &&
              row.status === 'DONE' &&
              row.rescission === 'NONE' &&
              takenBack[row.kind] !== null && { label: '解约', onPress: async () => (await actions()).rescind(row, home) },
          ];
        }}
      />
      {verified && <VerdictDialog contract={verified} onClose={() => setVerified(undefined)} />}
      {extending && <ExtendDialog contract={extending.row} onClose={() => setExtending(undefined)} onDone={() => extending.list.reload()} />}
    </>
  );
}
