import { useState } from 'react';
import { href } from '~/portal/href';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { ActionButton } from '~/ui/kit/Button';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import type { GroupRow } from '../creditForm.schema';
import { Limit } from './limit';

const states = { ON: '正常', OFF: '冻结' };
const GroupDialog = late(() => import('./GroupDialog'));

/** 集团额度: what companies of one group may use together, beside what each may. */
export function Groups({ groups, canEdit }: { groups: readonly GroupRow[]; canEdit: boolean }) {
  const [editing, setEditing] = useState<GroupRow | 'new'>();
  const columns: Column<GroupRow>[] = [
    { key: 'code', title: '编码' },
    { key: 'name', title: '集团', wrap: true },
    { key: 'frozen', title: '状态', cell: (row) => <StatusTag status={row.frozen ? 'OFF' : 'ON'} names={states} /> },
    { key: 'limit', title: '集团额度(元)', align: 'right', cell: (row) => <Limit value={row.limit} /> },
    { key: 'used', title: '已用(元)', kind: 'money' },
    { key: 'held', title: '占用(元)', kind: 'money' },
    { key: 'available', title: '可用(元)', align: 'right', cell: (row) => <Limit value={row.available} /> },
    {
      key: 'accounts',
      title: '账户数',
      align: 'right',
      cell: (row) => <Link href={href('/portal/creditSystem/quota/list', { groupId: row.id })}>{row.accounts}</Link>,
    },
    ...(canEdit
      ? [{ key: 'act', title: '操作', cell: (row: GroupRow) => <ActionButton size="sm" action={{ label: '编辑', onPress: () => setEditing(row) }} /> }]
      : []),
  ];
  return (
    <DetailSection
      title="集团额度"
      note="同一集团的公司合计不超过集团额度；在额度详情里加入或退出集团"
      actions={[canEdit && { label: '新建集团额度', onPress: () => setEditing('new') }]}
      flush
    >
      <DetailTable<GroupRow> caption="集团额度" rows={groups} columns={columns} empty="还没有集团额度" />
      {editing && <GroupDialog of={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </DetailSection>
  );
}
