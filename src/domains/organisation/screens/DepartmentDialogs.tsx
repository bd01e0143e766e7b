import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Combobox } from '~/ui/kit/Combobox';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import type { Option } from '~/ui/kit/types';
import { departmentSave, departmentTree, memberChoices } from '../calls';
import { type Department, DepartmentFields } from '../department.schema';
import { branchOf, inTreeOrder, pathOf } from '../departmentTree';
import type { Place } from './DepartmentTree';

/** Where it stands is not asked here: who comes second leaves it where others have moved it. */
const Draft = DepartmentFields.extend({ parentId: z.string() });
type Values = z.input<typeof Draft>;
const valuesOf = ({ name = '', leaderId, parentId }: Partial<Department>): Values => ({ name, leaderId: leaderId ?? '', parentId: parentId ?? '' });

/** Active people, asked for when a dialog opens. */
export function usePeople(wanted: boolean): Option[] {
  const [people, setPeople] = useState<Option[]>([]);
  useEffect(() => {
    if (wanted)
      call(memberChoices, {}).then(
        ({ members }) => setPeople(members.map((one) => ({ value: one.id, label: one.name, ...(one.jobTitle ? { hint: one.jobTitle } : {}) }))),
        () => setPeople([]),
      );
  }, [wanted]);
  return people;
}

interface DialogProps {
  all: readonly Department[];
  onClose: () => void;
}

export function DepartmentDialog({ department, all, onClose, onDone }: DialogProps & { department: Partial<Department> | null; onDone: () => Promise<void> }) {
  const people = usePeople(department !== null);
  const above = department?.parentId ? pathOf(all, department.parentId) : '';
  return (
    <FormDialog<Values>
      open={department !== null}
      onClose={onClose}
      title={department?.id ? '编辑部门' : above ? `在“${above}”下新建部门` : '新建顶级部门'}
      schema={Draft}
      defaults={valuesOf(department ?? {})}
      latest={
        department?.id
          ? latestRow(
              async () => (await call(departmentTree, {})).departments,
              ({ id }) => id === department.id,
              valuesOf,
            )
          : undefined
      }
      submit={async ({ parentId, ...values }, _confirmed, version = department?.version) => {
        await call(departmentSave, { ...values, parentId: parentId || null, ...(department?.id && { id: department.id, version }) });
        await onDone();
      }}
    >
      <Field name="name" label="部门名称" required>
        <Input maxLength={30} />
      </Field>
      <Field name="leaderId" label="负责人">
        <Combobox options={people} shown={department?.leaderName ?? ''} clearable />
      </Field>
    </FormDialog>
  );
}

const Target = z.object({ parentId: z.string() });

export function MoveDialog({
  department,
  all,
  onClose,
  onMove,
}: DialogProps & { department: Department | null; onMove: (department: Department, to: Place) => Promise<void> }) {
  const inside = department ? branchOf(all, department.id) : new Set<string>();
  const options = inTreeOrder(all)
    .filter((one) => !inside.has(one.id))
    .map((one) => ({ value: one.id, label: pathOf(all, one.id) }));
  return (
    <FormDialog<z.input<typeof Target>>
      open={department !== null}
      onClose={onClose}
      title={`移动部门“${department?.name ?? ''}”`}
      schema={Target}
      defaults={{ parentId: department?.parentId ?? '' }}
      submit={async ({ parentId }) => {
        if (department) await onMove(department, { parentId: parentId || null, beforeId: null });
      }}
    >
      <Field name="parentId" label="移动到" hint="连同全部下级一起移动；按部门限制数据的角色立即按新位置生效">
        <Select options={[{ value: '', label: '顶级' }, ...options]} />
      </Field>
    </FormDialog>
  );
}
