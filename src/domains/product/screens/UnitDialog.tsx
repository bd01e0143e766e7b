import { useCallback, useEffect, useState } from 'react';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { unitDelete, unitList, unitSave } from '../calls';
import { UnitInput, type UnitRow } from '../unit.schema';

const decimalOptions = ['0', '1', '2', '3', '4'].map((value) => ({ value, label: value === '0' ? '不允许小数' : `${value}位小数` }));

/** Units of measure: add, rename, allow more decimals, remove unused ones. */
export function UnitDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [units, setUnits] = useState<UnitRow[] | null>(null);
  const [problem, setProblem] = useState('');
  const [editing, setEditing] = useState<Partial<UnitRow> | null>(null);
  const load = useCallback(async () => {
    try {
      setUnits((await call(unitList, {})).units);
      setProblem('');
    } catch (error) {
      setProblem(messageOf(error));
    }
  }, []);
  useEffect(() => {
    if (open) void load();
  }, [open, load]);
  const remove = async (unit: UnitRow) => {
    if (!(await confirm({ title: `删除单位“${unit.name}”？`, tone: 'danger', ok: '删除' }))) return;
    await call(unitDelete, { id: unit.id });
    await load();
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="单位管理"
        width="lg"
        footer={
          <Button tone="primary" onClick={() => setEditing({})}>
            新建单位
          </Button>
        }
      >
        {problem && <Alert tone="danger">{problem}</Alert>}
        {units ? (
          <DetailTable<UnitRow>
            caption="单位"
            rows={units}
            columns={[
              { key: 'name', title: '单位' },
              { key: 'decimals', title: '小数位数', align: 'right' },
              { key: 'useCount', title: '使用次数', align: 'right' },
            ]}
            rowActions={(unit) => [
              { label: '编辑', onPress: () => setEditing(unit) },
              unit.useCount === 0 && { label: '删除', tone: 'danger', onPress: () => remove(unit) },
            ]}
          />
        ) : (
          !problem && <Skeleton lines={4} />
        )}
      </Dialog>
      <UnitFormDialog unit={editing} onClose={() => setEditing(null)} onDone={load} />
    </>
  );
}

interface UnitFormProps {
  unit: Partial<UnitRow> | null;
  onClose: () => void;
  onDone: (saved: { id: string; name: string; decimals: number }) => unknown;
}

export function UnitFormDialog({ unit, onClose, onDone }: UnitFormProps) {
  return (
    <FormDialog
      open={unit !== null}
      onClose={onClose}
      title={unit?.id ? '编辑单位' : '新建单位'}
      schema={UnitInput}
      defaults={{ name: unit?.name ?? '', decimals: String(unit?.decimals ?? 0) as unknown }}
      submit={async (values) => {
        const { id } = await call(unitSave, { ...values, ...(unit?.id && { id: unit.id }) });
        await onDone({ id, name: values.name, decimals: Number(values.decimals) });
      }}
    >
      <Field name="name" label="单位名称" required>
        <Input maxLength={10} autoFocus />
      </Field>
      <Field name="decimals" label="数量小数位数" required hint={unit?.useCount ? '已使用的单位只能增加小数位数' : undefined}>
        <Select options={decimalOptions} />
      </Field>
    </FormDialog>
  );
}
