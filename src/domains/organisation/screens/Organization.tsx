import { useState } from 'react';
import { DEPARTMENT_MANAGE } from '~/portal/permissions';
import { call, messageOf } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { EmptyState } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import type { Action } from '~/ui/kit/types';
import { RowActionCell } from '~/ui/list/RowActionCell';
import { departmentDelete, departmentMove, departmentSwitch, departmentTree } from '../calls';
import type { Department } from '../department.schema';
import { pathOf } from '../departmentTree';
import { DepartmentDialog, MoveDialog } from './DepartmentDialogs';
import { beside, DepartmentTree, type Place } from './DepartmentTree';
import { PeopleTable } from './PeopleTable';

type Editing = { kind: 'edit'; department: Partial<Department> } | { kind: 'move'; department: Department } | null;

export default function Organization({ departments: first }: { departments: Department[] }) {
  const edits = useCan(DEPARTMENT_MANAGE);
  const [all, setAll] = useState(first);
  const [chosen, setChosen] = useState('');
  const [editing, setEditing] = useState<Editing>(null);
  const current = all.find((one) => one.id === chosen);
  const reload = async () => setAll((await call(departmentTree, {})).departments);
  const move = async (department: Department, to: Place) => {
    await call(departmentMove, { id: department.id, version: department.version, ...to });
    await reload();
  };
  const tryMove = (department: Department, to: Place) => move(department, to).catch((error: unknown) => toast(messageOf(error), 'error'));
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(280px,340px)_minmax(0,1fr)]">
      <Card
        title="部门"
        flush
        actions={[edits && { label: '新建部门', tone: 'primary', onPress: () => setEditing({ kind: 'edit', department: { parentId: chosen || null } }) }]}
      >
        {all.length === 0 ? (
          <EmptyState title="暂无部门" note="建立部门后，可以按部门分配人员，并让角色只看本部门的数据" />
        ) : (
          <>
            <DepartmentTree departments={all} chosen={chosen} edits={edits} onChoose={(id) => setChosen(id === chosen ? '' : id)} onMove={tryMove} />
            {edits && (
              <p className="border-t border-line px-4 py-2 text-xs text-ink-3">拖动可调整位置；键盘按 Alt+↑ Alt+↓ 调整顺序，选中部门后可以编辑、移动或停用。</p>
            )}
          </>
        )}
      </Card>
      <div className="flex min-w-0 flex-col gap-3">
        {current && (
          <header className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-paper px-4 py-2.5 shadow-card sm:px-5">
            <h2 className="text-lg">{pathOf(all, current.id)}</h2>
            <span className="text-sm text-ink-3">{current.leaderName ? `负责人：${current.leaderName}` : '未设置负责人'}</span>
            {edits && (
              <span className="ml-auto">
                <RowActionCell actions={operations(current, all, { setEditing, tryMove, reload, leave: () => setChosen('') })} />
              </span>
            )}
          </header>
        )}
        <PeopleTable key={chosen} departmentId={chosen} />
      </div>
      <DepartmentDialog department={editing?.kind === 'edit' ? editing.department : null} all={all} onClose={() => setEditing(null)} onDone={reload} />
      <MoveDialog department={editing?.kind === 'move' ? editing.department : null} all={all} onClose={() => setEditing(null)} onMove={move} />
    </div>
  );
}

interface Doing {
  setEditing: (editing: Editing) => void;
  tryMove: (department: Department, to: Place) => unknown;
  reload: () => Promise<void>;
  leave: () => void;
}

function operations(row: Department, all: readonly Department[], { setEditing, tryMove, reload, leave }: Doing): Action[] {
  const active = row.status === 'ACTIVE';
  const [up, down] = [beside(all, row, -1), beside(all, row, 1)];
  const toggle = async () => {
    if (
      active &&
      !(await confirm({ title: `停用部门“${row.name}”？`, body: '停用后不能再把人员分配到该部门。仍有在职人员或启用的下级时不能停用。', ok: '停用' }))
    )
      return;
    await call(departmentSwitch, { id: row.id, version: row.version, status: active ? 'DISABLED' : 'ACTIVE' });
    await reload();
  };
  const remove = async () => {
    if (!(await confirm({ title: `删除部门“${row.name}”？`, body: '只有没有人员和下级的部门可以删除。', tone: 'danger', ok: '删除' }))) return;
    await call(departmentDelete, { id: row.id });
    leave();
    await reload();
  };
  return [
    { label: '编辑', onPress: () => setEditing({ kind: 'edit', department: row }) },
    { label: '新建下级', onPress: () => setEditing({ kind: 'edit', department: { parentId: row.id } }) },
    ...(up ? [{ label: '上移', onPress: () => tryMove(row, up) }] : []),
    ...(down ? [{ label: '下移', onPress: () => tryMove(row, down) }] : []),
    { label: '移动到…', onPress: () => setEditing({ kind: 'move', department: row }) },
    { label: active ? '停用' : '启用', onPress: toggle },
    { label: '删除', tone: 'danger', onPress: remove },
  ];
}
