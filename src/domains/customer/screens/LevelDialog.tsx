import { useState } from 'react';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { Input, NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import * as calls from '../calls';
import { type CustomerLevel, LevelForm } from '../customer.schema';

interface Props {
  open: boolean;
  onClose: () => void;
  levels: CustomerLevel[];
}

/** Levels are few: all in one dialog. */
export function LevelDialog({ open, onClose, levels: first }: Props) {
  const [levels, setLevels] = useState(first);
  const [editing, setEditing] = useState<CustomerLevel | 'new' | null>(null);
  const reload = async () => setLevels((await call(calls.customerLevels, {})).levels);
  const current = editing === 'new' || editing === null ? null : editing;
  const remove = async (level: CustomerLevel) => {
    if (level.usedIn) return toast(`“${level.name}”正被${level.usedIn}使用，不能删除`, 'warn');
    if (!(await confirm({ title: `删除客户级别“${level.name}”？`, tone: 'danger', ok: '删除' }))) return;
    await call(calls.levelDelete, { id: level.id });
    await reload();
  };
  return (
    <>
      <Dialog
        open={open && editing === null}
        onClose={onClose}
        title="客户级别"
        footer={
          <Button tone="primary" onPress={() => setEditing('new')}>
            新建级别
          </Button>
        }
      >
        <DetailTable<CustomerLevel>
          caption="客户级别"
          rows={levels}
          columns={[
            { key: 'code', title: '编码' },
            { key: 'name', title: '名称' },
            { key: 'sort', title: '排序', align: 'right' },
            { key: 'usedIn', title: '使用情况', wrap: true },
          ]}
          rowActions={(level) => [
            { label: '编辑', onPress: () => setEditing(level) },
            { label: '删除', onPress: () => remove(level) },
          ]}
        />
      </Dialog>
      <FormDialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={current ? '编辑级别' : '新建级别'}
        schema={LevelForm}
        defaults={{ code: current?.code ?? '', name: current?.name ?? '', sort: String(current?.sort ?? levels.length + 1) }}
        submit={async (values) => {
          await call(calls.levelSave, { ...values, id: current?.id ?? '' });
          await reload();
        }}
      >
        <Field name="code" label="级别编码" required>
          <Input />
        </Field>
        <Field name="name" label="级别名称" required>
          <Input />
        </Field>
        <Field name="sort" label="排序" hint="小的在前">
          <NumberInput />
        </Field>
      </FormDialog>
    </>
  );
}
