import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Drawer } from '~/ui/kit/Dialog';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';
import { groupDelete, groupList, groupSave, processChoices } from '../processCalls';
import type { Choices } from './design/DesignContext';
import { PeopleInput } from './design/PeopleInput';

type Group = AnswerOf<typeof groupList>['groups'][number];

/** Groups of people that processes ask. */
export function GroupDrawer({ onClose }: { onClose: () => void }) {
  const [groups, setGroups] = useState<Group[] | null>(null);
  const [members, setMembers] = useState<Choices['members']>([]);
  const [editing, setEditing] = useState<Group | 'new' | null>(null);
  const [problem, setProblem] = useState('');
  const load = async () => setGroups((await call(groupList, {})).groups);
  useEffect(() => {
    Promise.all([load(), call(processChoices, {}).then((answer) => setMembers(answer.members))]).catch((error: unknown) => setProblem(messageOf(error)));
  }, []);
  const remove = async (group: Group) => {
    if (!(await confirm({ title: `删除用户组“${group.name}”？`, tone: 'danger' }))) return;
    await call(groupDelete, { id: group.id, version: group.version });
    await load();
    toast('用户组已删除', 'ok');
  };
  return (
    <Drawer open onClose={onClose} title="用户组" note="一组固定的审批人，可被多个流程使用；修改后对之后到达的审批生效" width="lg">
      {problem && <EmptyState kind="error" title={problem} />}
      {!groups && !problem && <Skeleton lines={4} />}
      {groups && (
        <div className="flex flex-col gap-3">
          <div>
            <Button tone="primary" onPress={() => setEditing('new')}>
              新建用户组
            </Button>
          </div>
          <DetailTable<Group>
            caption="用户组"
            rows={groups}
            empty="暂无用户组"
            columns={[
              { key: 'name', title: '名称', width: 140, fixed: true },
              { key: 'members', title: '成员', wrap: true, width: 260 },
              { key: 'uses', title: '使用中的版本', align: 'right', cell: (row) => <span className="figures">{row.uses}</span> },
            ]}
            rowActions={(group) => [
              { label: '编辑', onPress: () => setEditing(group) },
              { label: '删除', tone: 'danger', disabled: group.uses > 0, ...(group.uses > 0 ? { reason: '正被流程使用' } : {}), onPress: () => remove(group) },
            ]}
          />
        </div>
      )}
      {editing && (
        <GroupDialog
          group={editing === 'new' ? null : editing}
          members={members}
          onClose={() => setEditing(null)}
          onSaved={async () => {
            await load();
            toast('用户组已保存', 'ok');
          }}
        />
      )}
    </Drawer>
  );
}

interface DialogProps {
  group: Group | null;
  members: Choices['members'];
  onClose: () => void;
  onSaved: () => Promise<void>;
}
interface Values {
  name: string;
  memberIds: string[];
}

function GroupDialog({ group, members, onClose, onSaved }: DialogProps) {
  const fresh = async () => {
    const now = (await call(groupList, {})).groups.find(({ id }) => id === group?.id);
    return { values: { name: now?.name ?? '', memberIds: now?.memberIds ?? [] }, version: now?.version ?? 0 };
  };
  return (
    <FormDialog<Values>
      open
      onClose={onClose}
      title={group ? '编辑用户组' : '新建用户组'}
      defaults={{ name: group?.name ?? '', memberIds: group?.memberIds ?? [] }}
      latest={group ? fresh : undefined}
      submit={async (values, _confirmed, version = group?.version ?? 0) => {
        await call(groupSave, { ...values, id: group?.id ?? '', version });
        await onSaved();
      }}
    >
      <Field name="name" label="用户组名称" required>
        <Input maxLength={30} />
      </Field>
      <Field name="memberIds" label="成员" required>
        <MembersInput members={members} />
      </Field>
    </FormDialog>
  );
}

function MembersInput({ id, members }: Omit<InputProps<string[]>, 'value' | 'onChange'> & { members: Choices['members'] }) {
  const { setValue } = useFormContext<Values>();
  const value = (useWatch({ name: 'memberIds' }) as string[] | undefined) ?? [];
  const nameOf = (one: string) => members.find((member) => member.id === one)?.name ?? '已停用成员';
  return (
    <PeopleInput
      {...(id ? { id } : {})}
      noun="成员"
      choices={members}
      value={value}
      nameOf={nameOf}
      onChange={(ids) => setValue('memberIds', ids, { shouldDirty: true, shouldValidate: true })}
    />
  );
}
