import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { CREDIT_APPLY, CREDIT_AUDIT, CREDIT_FREEZE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { accountList } from '../calls';
import { accountStateNames } from '../credit';
import type { AccountRow } from '../credit.schema';
import { askHref } from './askHref';
import { Limit, Usage } from './limit';

const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));
const actions = () => arriving(import('./accountActions'));
const page = '/portal/creditSystem/quota/list/{id}';

const named = (rows: readonly { id: string; name: string }[]) => rows.map(({ id, name }) => ({ value: id, label: name }));
const filtersWith = ({ types, groups, levels }: Pick<Props, 'types' | 'groups' | 'levels'>): readonly Filter[] => [
  { kind: 'text', key: 'no', label: '账户编号' },
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'creditTypeId', label: '授信类型', options: named(types) },
  ...(groups.length ? [{ kind: 'select' as const, key: 'groupId', label: '集团', options: named(groups) }] : []),
  { kind: 'dates', key: 'valid', label: '有效期止', startKey: 'validStart', endKey: 'validEnd', unit: 'day' },
  { kind: 'bool', key: 'exceeded', label: '是否超额' },
  { kind: 'bool', key: 'overdue', label: '是否逾期' },
  { kind: 'numbers', key: 'usage', label: '使用率(%)', startKey: 'usageMin', endKey: 'usageMax' },
  ...(levels.length ? [{ kind: 'select' as const, key: 'levelId', label: '客户等级', options: named(levels) }] : []),
  { kind: 'pick', key: 'salesMemberId', label: '业务员', load: findSales },
  { kind: 'bool', key: 'inUse', label: '是否在用' },
  { kind: 'bool', key: 'unlimited', label: '是否不限额' },
];

const columns: readonly Column<AccountRow>[] = [
  { key: 'no', title: '账户编号', fixed: true, sortable: true, cell: (row) => <Link href={href(page, { id: row.id })}>{row.no}</Link> },
  { key: 'customerName', title: '客户', wrap: true },
  { key: 'typeName', title: '授信类型', off: true },
  { key: 'status', title: '状态', brief: true, cell: (row) => <StatusTag status={row.status} names={accountStateNames} /> },
  { key: 'limit', title: '授信额度(元)', align: 'right', sortable: true, cell: (row) => <Limit value={row.limit} /> },
  { key: 'used', title: '已用(元)', kind: 'money', sortable: true },
  { key: 'held', title: '占用(元)', kind: 'money' },
  { key: 'available', title: '可用(元)', brief: true, align: 'right', sortable: true, cell: (row) => <Limit value={row.available} /> },
  { key: 'usage', title: '使用率', sortable: true, cell: (row) => <Usage percent={row.usage} /> },
  { key: 'validTo', title: '有效期止', sortable: true, cell: (row) => <Ends row={row} /> },
  {
    key: 'overdueDays',
    title: '逾期天数',
    align: 'right',
    off: true,
    cell: (row) => (row.overdueDays > 0 ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
  },
  {
    key: 'extraLimit',
    title: '临时与调整(元)',
    align: 'right',
    off: true,
    cell: (row) => (row.extraLimit === null ? '- -' : <Money value={row.extraLimit} />),
  },
  { key: 'frozen', title: '冻结(元)', kind: 'money', off: true },
  { key: 'baseLimit', title: '基础额度(元)', off: true, align: 'right', cell: (row) => <Limit value={row.baseLimit} /> },
  { key: 'perOrderLimit', title: '单笔限额(元)', off: true, align: 'right', cell: (row) => <Limit value={row.perOrderLimit} /> },
  { key: 'groupName', title: '集团', off: true },
  { key: 'salesName', title: '业务员', off: true },
  { key: 'createdAt', title: '开立时间', kind: 'minute', off: true, sortable: true },
];

function Ends({ row }: { row: AccountRow }) {
  if (row.validTo === null || row.validDays === null) return <>长期</>;
  if (row.validDays > 30 || row.status === 'CLOSED') return <>{row.validTo}</>;
  return (
    <span className={row.validDays < 0 ? 'text-danger' : 'text-warn'} title={row.validTo}>
      {row.validDays < 0 ? `已过期${-row.validDays}天` : `剩${row.validDays}天`}
    </span>
  );
}

interface Props {
  first: AnswerOf<typeof accountList>;
  types: readonly { id: string; name: string }[];
  groups: readonly { id: string; name: string }[];
  levels: readonly { id: string; name: string }[];
  query: Record<string, string>;
}

export default function AccountList({ first, types, groups, levels, query }: Props) {
  const [importing, setImporting] = useState<{ done: () => void }>();
  const canFreeze = useCan(CREDIT_FREEZE);
  const canGrant = useCan(CREDIT_AUDIT);
  const canApply = useCan(CREDIT_APPLY);
  const after = async (work: Promise<boolean>, done: () => void) => (await work) && done();
  return (
    <>
      <ListPage<AccountRow>
        title="授信额度"
        source={{ id: 'credit/quota', first, query, load: (q) => call(accountList, { ...q, withTabs: 'true' } as never) }}
        filters={filtersWith({ types, groups, levels })}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(accountStateNames)] }}
        columns={columns}
        buttons={(list) => [
          canApply && { label: '新建授信', tone: 'primary', href: '/portal/creditSystem/creditCreate' },
          canGrant && { label: '导入额度', onPress: () => setImporting({ done: list.reload }) },
          exportAction('credit-account', list),
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(page, { id: row.id }) },
          canFreeze &&
            row.status === 'ACTIVE' && { label: '冻结', tone: 'danger', onPress: async () => after((await actions()).freezeDialog([row]), list.reload) },
          canApply && row.status !== 'CLOSED' && { label: '调额', href: askHref(row, 'INCREASE') },
          canApply && row.status !== 'CLOSED' && { label: '续期', href: askHref(row, 'RENEW') },
          canApply && row.status !== 'CLOSED' && { label: '失效', href: askHref(row, 'EXPIRE') },
          canFreeze && row.status === 'FROZEN' && { label: '解冻', onPress: async () => after((await actions()).thawDialog(row), list.reload) },
        ]}
        {...(canFreeze
          ? {
              batch: (picked, list) => [
                {
                  label: '批量冻结',
                  disabled: !picked.rows.length || picked.rows.some((row) => row.status !== 'ACTIVE'),
                  reason: '只能选择正常的授信账户',
                  onPress: async () => after((await actions()).freezeDialog(picked.rows), () => [picked.clear(), list.reload()]),
                },
              ],
            }
          : {})}
      />
      {importing && (
        <ImportDrawer
          type="creditLimit"
          title="导入授信额度"
          onClose={() => {
            setImporting(undefined);
            importing.done();
          }}
        />
      )}
    </>
  );
}
