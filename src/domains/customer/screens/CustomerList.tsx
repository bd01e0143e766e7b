import { useState } from 'react';
import { loadRegions } from '~/domains/region/pickers/regions';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import type { CustomerLevel, CustomerRow } from '../customer';
import { customerStates, customerTypes, regionLabels, withMember } from '../customerNames';

/** Fetched when first opened: the form kit stays out of the list. */
const LevelDialog = late(async () => ({ default: (await import('./LevelDialog')).LevelDialog }));

const BASE = '/portal/customer';
const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

interface Props {
  first: AnswerOf<typeof calls.customerList>;
  query: Record<string, string>;
  levels: CustomerLevel[];
  members: { id: string; name: string }[];
}

export default function CustomerList({ first, query, levels, members }: Props) {
  const [levelsOpen, setLevelsOpen] = useState(false);
  return (
    <>
      <ListPage<CustomerRow>
        title="客户"
        source={{ id: 'customer/list', first, query, load: (wanted) => call(calls.customerList, withMember(wanted)) }}
        filters={[
          { kind: 'text', key: 'keyword', label: '客户', placeholder: '名称、简称、编码或拼音' },
          { kind: 'text', key: 'mobile', label: '手机号' },
          { kind: 'select', key: 'levelId', label: '客户级别', options: levels.map(({ id, name }) => ({ value: id, label: name })) },
          { kind: 'multi', key: 'regionLabel', label: '业务区域', options: regionLabels.map((label) => ({ value: label, label })) },
          { kind: 'region', key: 'region', label: '所在地区', load: loadRegions },
          { kind: 'select', key: 'salesMemberId', label: '业务员', options: members.map(({ id, name }) => ({ value: id, label: name })) },
          { kind: 'select', key: 'customerType', label: '客户类型', options: optionsOf(customerTypes) },
          { kind: 'text', key: 'code', label: '客户编码' },
        ]}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(customerStates)] }}
        columns={[
          {
            key: 'code',
            title: '客户编码',
            fixed: true,
            sortable: true,
            always: true,
            width: 110,
            cell: (row) => <a href={href(`${BASE}/detail`, { id: row.id })}>{row.code}</a>,
          },
          { key: 'name', title: '客户名称', sortable: true, width: 200 },
          { key: 'customerType', title: '类型', width: 70, cell: (row) => customerTypes[row.customerType] ?? '企业' },
          { key: 'levelName', title: '客户级别' },
          { key: 'regionLabel', title: '业务区域' },
          {
            key: 'place',
            title: '所在地区',
            width: 160,
            cell: (row) => [row.province, row.city === row.province ? '' : row.city, row.district].filter(Boolean).join(' '),
          },
          { key: 'contactName', title: '联系人' },
          { key: 'contactMobile', title: '手机号', width: 120 },
          { key: 'salesName', title: '业务员' },
          { key: 'paymentDays', title: '账期(天)', align: 'right', sortable: true },
          { key: 'accountCount', title: '登录账号', align: 'right' },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={customerStates} /> },
          { key: 'createdAt', title: '建档时间', kind: 'minute', sortable: true, off: true },
        ]}
        buttons={[
          { label: '新建客户', href: `${BASE}/create`, tone: 'primary' },
          { label: '导入', href: `${BASE}/import` },
          { label: '客户级别', onPress: () => setLevelsOpen(true) },
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${BASE}/detail`, { id: row.id }) },
          { label: '编辑', href: href(`${BASE}/edit`, { id: row.id }) },
          row.status === 'ACTIVE'
            ? { label: '停用', onPress: () => turn([row], 'DISABLED', list) }
            : { label: '启用', onPress: () => turn([row], 'ACTIVE', list) },
          { label: '删除', tone: 'danger', onPress: () => remove(row, list) },
        ]}
        batch={(picked, list) => [
          { label: '批量启用', onPress: () => turn(picked.rows, 'ACTIVE', list) },
          { label: '批量停用', onPress: () => turn(picked.rows, 'DISABLED', list) },
        ]}
      />
      {levelsOpen && <LevelDialog open onClose={() => setLevelsOpen(false)} levels={levels} />}
    </>
  );
}

async function turn(rows: readonly CustomerRow[], status: 'ACTIVE' | 'DISABLED', list: ListHandle<CustomerRow>): Promise<void> {
  const what = rows.length === 1 ? `客户“${rows[0]?.name}”` : `选中的${rows.length}个客户`;
  if (status === 'DISABLED' && !(await confirm({ title: `停用${what}？`, body: '停用后不能再为其下新订单，已有单据照常办理。', tone: 'danger', ok: '停用' })))
    return;
  const { results } = await call(calls.customerSwitch, { items: rows.map(({ id, version }) => ({ id, version })), status });
  const failed = results.filter((one) => !one.ok);
  if (failed.length > 0) toast(`${failed.length}个客户未处理：${failed[0]?.message}`, 'warn');
  else toast(status === 'ACTIVE' ? '已启用' : '已停用', 'ok');
  list.picked.clear();
  list.reload();
}

async function remove(row: CustomerRow, list: ListHandle<CustomerRow>): Promise<void> {
  if (!(await confirm({ title: `删除客户“${row.name}”？`, body: '只有没有账号、价格和业务单据的客户可以删除。', tone: 'danger', ok: '删除' }))) return;
  await call(calls.customerDelete, { id: row.id, version: row.version });
  toast('已删除', 'ok');
  list.reload();
}
