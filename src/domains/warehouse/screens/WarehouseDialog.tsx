import { useCallback, useEffect, useState } from 'react';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { Skeleton } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { Actions } from '~/ui/kit/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { warehouseDelete, warehouseList, warehouseSave, warehouseSwitch } from '../calls';
import { warehouseKinds, warehouseStates } from '../warehouse';
import { type Warehouse, WarehouseForm } from '../warehouse.schema';

const kinds = optionsOf(warehouseKinds);
const blank = {
  id: '',
  version: 1,
  code: '',
  name: '',
  kind: 'NORMAL' as const,
  province: '',
  city: '',
  district: '',
  address: '',
  manager: '',
  isDefault: false,
};
type Draft = Omit<typeof blank, 'kind'> & { kind: Warehouse['kind'] };

/** 仓库维护: the factory's few warehouses in one place. */
export function WarehouseDialog({ open, onClose, canEdit }: { open: boolean; onClose: () => void; canEdit: boolean }) {
  const [rows, setRows] = useState<Warehouse[] | null>(null);
  const [edited, setEdited] = useState<Draft | null>(null);
  const reload = useCallback(() => call(warehouseList, {}).then(({ warehouses }) => setRows(warehouses)), []);
  useEffect(() => {
    if (open) void reload();
  }, [open, reload]);
  const actionsOf = (row: Warehouse): Actions => [
    canEdit && { label: '编辑', onPress: () => setEdited({ ...row }) },
    canEdit && !row.isDefault && { label: row.status === 'ACTIVE' ? '停用' : '启用', onPress: () => toggle(row).then(reload) },
    canEdit && !row.isDefault && { label: '删除', onPress: () => remove(row).then(reload) },
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="仓库维护"
      width="xl"
      footer={
        canEdit && (
          <Button tone="primary" onPress={() => setEdited(blank)}>
            新建仓库
          </Button>
        )
      }
    >
      {rows === null ? (
        <Skeleton lines={3} />
      ) : (
        <DetailTable<Warehouse>
          caption="仓库"
          rows={rows}
          columns={[
            { key: 'code', title: '编码' },
            { key: 'name', title: '名称', cell: (row) => (row.isDefault ? `${row.name}（默认）` : row.name) },
            { key: 'kind', title: '类型', cell: (row) => warehouseKinds[row.kind] },
            { key: 'address', title: '地址', cell: (row) => [row.province, row.city, row.district, row.address].filter(Boolean).join(' ') || '- -' },
            { key: 'manager', title: '负责人' },
            { key: 'skuCount', title: '有货SKU', align: 'right' },
            { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={warehouseStates} /> },
          ]}
          rowActions={actionsOf}
          empty="还没有仓库，请先新建仓库：第一个仓库自动成为默认仓"
        />
      )}
      <WarehouseForms edited={edited} onClose={() => setEdited(null)} onSaved={reload} />
    </Dialog>
  );
}

async function toggle(row: Warehouse): Promise<void> {
  const stop = row.status === 'ACTIVE';
  if (!(await confirm({ title: `${stop ? '停用' : '启用'}仓库“${row.name}”？`, ...(stop ? { body: '停用后不能入库和发货。' } : {}) }))) return;
  await call(warehouseSwitch, { id: row.id, version: row.version, status: stop ? 'DISABLED' : 'ACTIVE' });
}

async function remove(row: Warehouse): Promise<void> {
  if (await confirm({ title: `删除仓库“${row.name}”？`, body: '只能删除从未使用过的仓库。', tone: 'danger', ok: '删除' }))
    await call(warehouseDelete, { id: row.id });
}

function WarehouseForms({ edited, onClose, onSaved }: { edited: Draft | null; onClose: () => void; onSaved: () => Promise<void> }) {
  return (
    <FormDialog<Draft>
      open={edited !== null}
      onClose={onClose}
      title={edited?.id ? '编辑仓库' : '新建仓库'}
      schema={WarehouseForm as never}
      defaults={edited ?? blank}
      latest={
        edited?.id
          ? latestRow(
              async () => (await call(warehouseList, {})).warehouses,
              ({ id }) => id === edited.id,
              (row): Draft => ({ ...row }),
            )
          : undefined
      }
      submit={async (values) => {
        await call(warehouseSave, values);
        await onSaved();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="code" label="仓库编码" required>
          <Input />
        </Field>
        <Field name="name" label="仓库名称" required>
          <Input />
        </Field>
        <Field name="kind" label="类型" required>
          <Select options={kinds} />
        </Field>
        <Field name="manager" label="负责人">
          <Input />
        </Field>
        <Field name="province" label="所在地区" span={2}>
          <PlaceInput />
        </Field>
        <Field name="address" label="详细地址">
          <Input />
        </Field>
        <Field name="isDefault" label="默认仓库" hint="新订单默认从默认仓发货">
          <DefaultBox />
        </Field>
      </div>
    </FormDialog>
  );
}

/** A checkbox as a kit input: its value is the boolean. */
function DefaultBox({ value, onChange }: { value?: boolean; onChange?: (on: boolean) => void }) {
  return (
    <Checkbox checked={value === true} onChange={(on) => onChange?.(on)}>
      设为默认仓库
    </Checkbox>
  );
}
