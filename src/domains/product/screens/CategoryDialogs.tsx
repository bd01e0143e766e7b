import { z } from 'zod';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import type { Option } from '~/ui/kit/types';
import { categorySave, categoryTree } from '../calls';
import { fullNames } from '../category';
import { type Category, CategoryInput } from '../category.schema';

const Values = CategoryInput.pick({ code: true, name: true }).extend({ parentId: z.string() });

const valuesOf = ({ code = '', name = '', parentId }: Partial<Category>): z.input<typeof Values> => ({ code, name, parentId: parentId ?? '' });

interface CategoryDialogProps {
  category: Partial<Category> | null;
  /** Where it may be put, when that is still open. */
  parents?: readonly Option[];
  onClose: () => void;
  onDone: (saved: { id: string; name: string; parentId: string | null }) => unknown;
}

export function CategoryDialog({ category, parents, onClose, onDone }: CategoryDialogProps) {
  return (
    <FormDialog<z.input<typeof Values>>
      open={category !== null}
      onClose={onClose}
      title={category?.id ? '编辑分类' : parents ? '新建分类' : category?.parentId ? '新建下级分类' : '新建一级分类'}
      schema={Values}
      defaults={valuesOf(category ?? {})}
      latest={
        category?.id
          ? latestRow(
              async () => (await call(categoryTree, {})).categories,
              ({ id }) => id === category.id,
              valuesOf,
            )
          : undefined
      }
      submit={async ({ code, name, parentId: chosen }, _confirmed, version = category?.version) => {
        const parentId = chosen || null;
        const { id } = await call(categorySave, { code, name, parentId, ...(category?.id && { id: category.id, version }) });
        await onDone({ id, name, parentId });
      }}
    >
      {parents && (
        <Field name="parentId" label="上级分类">
          <Select options={[{ value: '', label: '无，作为一级分类' }, ...parents]} />
        </Field>
      )}
      <Field name="code" label="分类编码" required hint="字母、数字和 - _ .，最多20个字符">
        <Input maxLength={20} />
      </Field>
      <Field name="name" label="分类名称" required>
        <Input maxLength={30} />
      </Field>
    </FormDialog>
  );
}

const Target = z.object({ parentId: z.string() });

export function MoveDialog({
  category,
  all,
  onClose,
  onMove,
}: {
  category: Category | null;
  all: readonly Category[];
  onClose: () => void;
  onMove: (category: Category, parentId: string | null, beforeId: null) => Promise<void>;
}) {
  const names = fullNames(all);
  const inside = (row: Category): boolean => row.id === category?.id || all.some((one) => one.id === row.parentId && inside(one));
  const options = all.filter((row) => row.level < 4 && !inside(row)).map((row) => ({ value: row.id, label: names.get(row.id) ?? row.name }));
  return (
    <FormDialog<z.input<typeof Target>>
      open={category !== null}
      onClose={onClose}
      title={`移动分类“${category?.name ?? ''}”`}
      schema={Target}
      defaults={{ parentId: category?.parentId ?? '' }}
      submit={async ({ parentId }) => {
        if (category) await onMove(category, parentId || null, null);
      }}
    >
      <Field name="parentId" label="移动到" hint="连同全部下级一起移动">
        <Select options={[{ value: '', label: '顶级' }, ...options.sort((a, b) => a.label.localeCompare(b.label, 'zh'))]} />
      </Field>
    </FormDialog>
  );
}
