import { useState } from 'react';
import { z } from 'zod';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { ActionRow, Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { Input, NumberInput } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { Tag } from '~/ui/kit/Tag';
import { isMemberRegion } from '../customerNames';
import { AreaForm, type SalesArea } from '../customerParts.schema';
import { areaDelete, areaList, areaSave } from '../partCalls';

const Draft = AreaForm.extend({ parentId: z.string() });
type Draft = z.input<typeof Draft>;

const valuesOf = ({ name, parentId, sort }: SalesArea): Draft => ({ name, parentId: parentId ?? '', sort: String(sort) });

/** The tree of sales areas: added, renamed, moved and removed. */
export function AreaDialog({ areas: first, onClose }: { areas: readonly SalesArea[]; onClose: () => void }) {
  const [areas, setAreas] = useState(first);
  const [editing, setEditing] = useState<{ area?: SalesArea; parentId: string } | null>(null);
  const reload = async () => setAreas((await call(areaList, {})).areas);
  const remove = async (area: SalesArea) => {
    if (!(await confirm({ title: `删除销售区域“${area.path}”？`, tone: 'danger', ok: '删除' }))) return;
    await call(areaDelete, { id: area.id });
    await reload();
  };
  const area = editing?.area;
  return (
    <>
      <Dialog
        open={editing === null}
        onClose={onClose}
        title="销售区域"
        note="南区、东区、北区、特区及其下级的客户为会员"
        footer={
          <Button tone="primary" onPress={() => setEditing({ parentId: '' })}>
            新建一级区域
          </Button>
        }
      >
        <ul className="divide-y divide-line" aria-label="销售区域">
          {areas.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-2 py-1.5" style={{ paddingLeft: `${one.depth * 1.5}rem` }}>
              <span className="min-w-0 flex-1">
                {one.name}
                {one.depth === 0 && isMemberRegion(one.name) && (
                  <span className="ml-2">
                    <Tag tone="brand">会员</Tag>
                  </span>
                )}
                <span className="figures ml-2 text-sm text-ink-3">{`${one.customers}个客户`}</span>
              </span>
              <ActionRow
                size="sm"
                actions={[
                  { label: '新建下级', tone: 'link', onPress: () => setEditing({ parentId: one.id }) },
                  { label: '编辑', tone: 'link', onPress: () => setEditing({ area: one, parentId: one.parentId ?? '' }) },
                  {
                    label: '删除',
                    tone: 'link',
                    onPress: () => remove(one),
                    disabled: one.customers > 0,
                    ...(one.customers > 0 ? { reason: `正被${one.customers}个客户使用` } : {}),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      </Dialog>
      <FormDialog<Draft>
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={area ? `编辑“${area.name}”` : '新建销售区域'}
        schema={Draft}
        defaults={area ? valuesOf(area) : { name: '', parentId: editing?.parentId ?? '', sort: String(areas.length + 1) }}
        latest={
          area &&
          latestRow(
            async () => (await call(areaList, {})).areas,
            ({ id }) => id === area.id,
            valuesOf,
          )
        }
        submit={async (values, _confirmed, version = area?.version ?? 0) => {
          await call(areaSave, { ...values, id: area?.id ?? '', version });
          await reload();
        }}
      >
        <Field name="name" label="区域名称" required>
          <Input maxLength={20} />
        </Field>
        <Field name="parentId" label="上级区域">
          <Select placeholder="无（一级区域）" options={areas.filter((one) => one.id !== area?.id).map((one) => ({ value: one.id, label: one.path }))} />
        </Field>
        <Field name="sort" label="排序" hint="小的在前">
          <NumberInput />
        </Field>
      </FormDialog>
    </>
  );
}
