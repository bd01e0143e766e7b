import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { placeText } from '~/domains/region/pickers/placeText';
import { loadRegions } from '~/domains/region/pickers/whenUsed';
import { href } from '~/portal/href';
import { CUSTOMER_EXPORT, CUSTOMER_MERGE, CUSTOMER_TRANSFER, FUND_MANAGE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { deleteAsked } from '~/ui/kit/asked';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { fieldFilters } from '~/ui/list/fieldFilter';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter, ListHandle } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import type { CustomerLevel, CustomerRow } from '../customer.schema';
import { customerFields } from '../customerFields';
import {
  type CustomerTransition,
  customerFlow,
  customerStates,
  customerTypes,
  idleNames,
  livingStates,
  scenes,
  stateTones,
  withMember,
} from '../customerNames';
import type { SalesArea } from '../customerParts.schema';
import { TagList } from './TagsInput';
import { moveCustomers, transitionsOf } from './transitions';

/** Fetched when first opened: the form kit stays out of the list. */
const LevelDialog = late(async () => ({ default: (await import('./LevelDialog')).LevelDialog }));
const AreaDialog = late(async () => ({ default: (await import('./AreaDialog')).AreaDialog }));
const TransferDialog = late(async () => ({ default: (await import('./TransferDialog')).TransferDialog }));
const SettingsDialog = late(async () => ({ default: (await import('./SettingsDialog')).SettingsDialog }));
const MergeDialog = late(async () => ({ default: (await import('./MergeDialog')).MergeDialog }));

const BASE = '/portal/customer';

interface Props {
  first: AnswerOf<typeof calls.customerList>;
  query: Record<string, string>;
  levels: CustomerLevel[];
  members: { id: string; name: string }[];
  areas: SalesArea[];
  /** Borne by customers now. */
  tags: string[];
  /** Whether they may change what the whole company shares. */
  arranges: boolean;
}
type Open =
  | { kind: 'levels' | 'areas' }
  | { kind: 'set' | 'transfer'; rows: readonly CustomerRow[]; list: ListHandle<CustomerRow> }
  | { kind: 'merge'; row: CustomerRow };

export default function CustomerList({ first, query, levels, members, areas, tags, arranges }: Props) {
  const [open, setOpen] = useState<Open | null>(null);
  const [transfers, merges, exports, money] = [useCan(CUSTOMER_TRANSFER), useCan(CUSTOMER_MERGE), useCan(CUSTOMER_EXPORT), useCan(FUND_MANAGE)];
  const close = () => setOpen(null);
  const move = async (rows: readonly CustomerRow[], one: CustomerTransition, list: ListHandle<CustomerRow>) => {
    if (await moveCustomers(rows, one)) refresh(list);
  };
  return (
    <>
      <ListPage<CustomerRow>
        title="客户"
        source={{ id: 'customer/list', first, query, load: (wanted) => call(calls.customerList, withMember(wanted)) }}
        filters={filtersOf({ levels, members, areas, tags, money })}
        tabs={{ key: 'scene', items: scenes }}
        columns={money ? [...columns.slice(0, MONEY_AT), ...moneyColumns, ...columns.slice(MONEY_AT)] : columns}
        buttons={(list) => [
          { label: '新建客户', href: `${BASE}/create`, tone: 'primary' },
          { label: '导入', href: `${BASE}/import` },
          exports && exportAction('customer', list),
          arranges && { label: '客户级别', onPress: () => setOpen({ kind: 'levels' }) },
          arranges && { label: '销售区域', onPress: () => setOpen({ kind: 'areas' }) },
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${BASE}/detail`, { id: row.id }) },
          { label: '编辑', href: href(`${BASE}/edit`, { id: row.id }) },
          ...transitionsOf(row).map((one) => ({ label: one.label, onPress: () => move([row], one, list) })),
          transfers && { label: '转移', onPress: () => setOpen({ kind: 'transfer', rows: [row], list }) },
          merges && row.status !== 'ENDED' && { label: '合并', onPress: () => setOpen({ kind: 'merge', row }) },
          { label: '删除', tone: 'danger', onPress: async () => (await remove(row)) && list.reload() },
        ]}
        batch={(picked, list) => [
          { label: '批量设置', onPress: () => setOpen({ kind: 'set', rows: picked.rows, list }) },
          transfers && { label: '批量转移', onPress: () => setOpen({ kind: 'transfer', rows: picked.rows, list }) },
          ...batchTransitions.map((one) => ({ label: `批量${one.label}`, onPress: () => move(picked.rows, one, list) })),
        ]}
      />
      {open?.kind === 'levels' && <LevelDialog open onClose={close} levels={levels} />}
      {open?.kind === 'areas' && <AreaDialog areas={areas} onClose={close} />}
      {open?.kind === 'merge' && <MergeDialog customer={open.row} onClose={close} onMerged={(id) => location.assign(href(`${BASE}/detail`, { id }))} />}
      {open?.kind === 'transfer' && <TransferDialog customers={open.rows} onClose={close} onDone={() => refresh(open.list)} />}
      {open?.kind === 'set' && (
        <SettingsDialog customers={open.rows} levels={levels} areas={areas} tags={tags} onClose={close} onDone={() => refresh(open.list)} />
      )}
    </>
  );
}

function refresh(list: ListHandle<CustomerRow>): void {
  list.picked.clear();
  list.reload();
}

/** The transitions that make sense for many at once; each customer still answers for itself. */
const batchTransitions: readonly CustomerTransition[] = [customerFlow.step('POTENTIAL', 'ACTIVE'), ...customerFlow.stepsFrom('ACTIVE')];

const filter = fieldFilters(customerFields);
const filtersOf = ({ levels, members, areas, tags, money }: Pick<Props, 'levels' | 'members' | 'areas' | 'tags'> & { money: boolean }): Filter[] => [
  { kind: 'text', key: 'keyword', label: '客户', placeholder: '名称、编码、手机、信用代码、拼音' },
  { kind: 'select', key: 'status', label: '状态', options: livingStates },
  filter('salesMemberId', { kind: 'select', options: members.map(({ id, name }) => ({ value: id, label: name })) }),
  ...(money ? [{ kind: 'bool', key: 'overdue', label: '有逾期' } as const] : []),
  { kind: 'select', key: 'idleDays', label: '多久未下单', options: optionsOf(idleNames) },
  filter('levelId', { kind: 'select', options: levels.map(({ id, name }) => ({ value: id, label: name })) }),
  { kind: 'select', key: 'tag', label: '标签', options: tags.map((tag) => ({ value: tag, label: tag })) },
  {
    kind: 'multi',
    key: 'regionLabel',
    label: '一级区域',
    options: areas.filter((one) => one.depth === 0).map(({ name }) => ({ value: name, label: name })),
  },
  { kind: 'select', key: 'salesAreaId', label: '销售区域', options: areas.map(({ id, path }) => ({ value: id, label: path })) },
  { kind: 'region', key: 'region', label: '所在地区', load: loadRegions },
  { kind: 'select', key: 'customerType', label: '客户类型', options: optionsOf(customerTypes) },
  { kind: 'text', key: 'mobile', label: '手机号', placeholder: '完整手机号' },
  { kind: 'text', key: 'code', label: '客户编码' },
];

const columns: Column<CustomerRow>[] = [
  {
    key: 'name',
    title: '客户名称',
    fixed: true,
    sortable: true,
    always: true,
    width: 200,
    cell: (row) => <Link href={href(`${BASE}/detail`, { id: row.id })}>{row.name}</Link>,
  },
  { key: 'code', title: '编码', sortable: true, width: 110 },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={customerStates} tones={stateTones} /> },
  { key: 'customerType', title: '类型', off: true, width: 70, cell: (row) => customerTypes[row.customerType] ?? '企业' },
  { key: 'levelName', title: '等级' },
  { key: 'tags', title: '标签', off: true, width: 160, cell: (row) => <TagList line={row.tags} /> },
  { key: 'regionLabel', title: '区域', off: true },
  { key: 'salesName', title: '业务员' },
  { key: 'lastOrderAt', title: '最近下单', kind: 'date' },
  { key: 'contactName', title: '联系人', off: true },
  { key: 'contactMobile', title: '手机号', width: 120 },
  {
    key: 'place',
    title: '所在地区',
    width: 160,
    off: true,
    cell: (row) => placeText(row),
  },
  { key: 'paymentDays', title: '账期(天)', align: 'right', sortable: true, off: true },
  { key: 'accountCount', title: '登录账号', align: 'right', off: true },
  { key: 'createdAt', title: '建档时间', kind: 'minute', sortable: true, off: true },
];
const MONEY_AT = 6;
const moneyColumns: Column<CustomerRow>[] = [
  {
    key: 'openReceivable',
    title: '应收(元)',
    kind: 'money',
    cell: (row) => (
      <Link href={href('/portal/supplyChain/factory/finance/receivables/receivablesBookList', { customerId: row.id })}>
        <Money value={row.openReceivable} />
      </Link>
    ),
  },
  {
    key: 'overdue',
    title: '逾期(元)',
    align: 'right',
    cell: (row) =>
      /[1-9]/.test(row.overdue ?? '') ? (
        <span className="text-danger">
          <Money value={row.overdue ?? ''} />
        </span>
      ) : (
        '- -'
      ),
  },
];

const remove = ({ id, name, version }: CustomerRow): Promise<boolean> =>
  deleteAsked({ what: `客户“${name}”`, body: '只有没有账号、价格和业务单据的客户可以删除。', remove: () => call(calls.customerDelete, { id, version }) });
