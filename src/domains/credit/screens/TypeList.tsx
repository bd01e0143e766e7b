import { useState } from 'react';
import { CREDIT_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { ActionButton } from '~/ui/kit/Button';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { type creditGroups, creditTypeOrder, type creditTypes } from '../calls';
import type { TypeRow } from '../creditForm.schema';
import { Groups } from './Groups';
import { Limit } from './limit';

type Types = AnswerOf<typeof creditTypes>['types'];
const states = { ON: '启用', OFF: '停用' };
const TypeDialog = late(() => import('./TypeDialog'));
const LprDialog = late(() => import('./LprDialog'));

async function move(types: Types, from: number, by: 1 | -1): Promise<void> {
  const ids = types.map(({ id }) => id);
  ids.splice(from + by, 0, ...ids.splice(from, 1));
  await call(creditTypeOrder, { ids }, { key: newKey() });
  toast('用信顺序已调整', 'ok');
  location.reload();
}

/** The kinds of limit a factory grants, in the order they are used in, and companies that share a limit. */
export default function TypeList({ types, groups }: { types: Types; groups: AnswerOf<typeof creditGroups>['groups'] }) {
  const canEdit = useCan(CREDIT_CONFIG);
  const [guarding, setGuarding] = useState(false);
  const [editing, setEditing] = useState<TypeRow | 'new'>();
  const columns: Column<TypeRow>[] = [
    { key: 'code', title: '编码' },
    { key: 'name', title: '名称' },
    { key: 'enabled', title: '状态', cell: (row) => <StatusTag status={row.enabled ? 'ON' : 'OFF'} names={states} /> },
    { key: 'revolving', title: '循环', cell: (row) => (row.revolving ? '还款后恢复' : '用完为止') },
    { key: 'overPct', title: '可超额', align: 'right', cell: (row) => `${row.overPct}%` },
    { key: 'holdHours', title: '占用时效', cell: (row) => (row.holdHours === null ? '随订单' : `${row.holdHours}小时`) },
    { key: 'perOrderLimit', title: '单笔限额(元)', align: 'right', cell: (row) => <Limit value={row.perOrderLimit} /> },
    { key: 'accounts', title: '账户数', align: 'right' },
    { key: 'terms', title: '默认还款条款', wrap: true },
    ...(canEdit
      ? [
          {
            key: 'act',
            title: '操作',
            cell: (row: TypeRow, index: number) => (
              <span className="flex gap-1">
                <ActionButton size="sm" action={{ label: '编辑', onPress: () => setEditing(row) }} />
                <ActionButton size="sm" action={{ label: '上移', disabled: index === 0, reason: '已经最先使用', onPress: () => move(types, index, -1) }} />
                <ActionButton
                  size="sm"
                  action={{ label: '下移', disabled: index === types.length - 1, reason: '已经最后使用', onPress: () => move(types, index, 1) }}
                />
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <DetailPage
      title="授信类型"
      actions={[
        canEdit && { label: '新建授信类型', tone: 'primary', onPress: () => setEditing('new') },
        canEdit && { label: 'LPR与利率提示', onPress: () => setGuarding(true) },
      ]}
    >
      <DetailSection title="用信顺序" note="客户有几种额度时，订单先用排在前面、够用的一种" flush>
        <DetailTable<TypeRow> caption="授信类型" rows={types} columns={columns} empty="还没有授信类型" />
      </DetailSection>
      <Groups groups={groups} canEdit={canEdit} />
      {guarding && <LprDialog onClose={() => setGuarding(false)} />}
      {editing && <TypeDialog of={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </DetailPage>
  );
}
