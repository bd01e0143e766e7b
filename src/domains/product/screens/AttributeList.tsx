import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { PRODUCT_EDIT, PRODUCT_IMPORT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { activeStates } from '../activeState';
import { attributeInputs, attributeKinds } from '../attribute';
import type { Attribute } from '../attribute.schema';
import { attributeDelete, attributeList, attributeSort, attributeStatus } from '../calls';
import { findCategories } from '../pickers/categories';
import { SortDialog } from './SortDialog';

/** Fetched when first opened: the form kit stays out of the list. */
const AttributeDialog = late(async () => ({ default: (await import('./AttributeDialog')).AttributeDialog }));

const columns: Column<Attribute>[] = [
  { key: 'name', title: '属性名称', fixed: true, sortable: true },
  { key: 'code', title: '编码', sortable: true },
  { key: 'kind', title: '类型', brief: true, cell: (row) => <Tag tone={row.kind === 'SALE' ? 'brand' : 'neutral'}>{attributeKinds[row.kind]}</Tag> },
  { key: 'input', title: '录入方式', cell: (row) => `${attributeInputs[row.input]}${row.unit ? `（${row.unit}）` : ''}` },
  { key: 'required', title: '必填', cell: (row) => (row.required ? '是' : '否') },
  { key: 'valueCount', title: '值个数', align: 'right', cell: (row) => row.values.length },
  { key: 'values', title: '属性值', brief: true, wrap: true, width: 220, cell: (row) => row.values.map((one) => one.name).join('、') },
  { key: 'categories', title: '适用分类', off: true, wrap: true, cell: (row) => (row.categoryNames.length ? row.categoryNames.join('、') : '全部分类') },
  { key: 'useCount', title: '引用数', align: 'right', hint: '销售属性为SKU数，描述属性为商品数' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={activeStates} tones={{ ACTIVE: 'ok', DISABLED: 'neutral' }} /> },
];

async function toggle(row: Attribute, list: ListHandle<Attribute>) {
  const active = row.status === 'ACTIVE';
  if (active && !(await confirm({ title: `停用属性“${row.name}”？`, body: '已使用该属性的商品不受影响，新商品不能再选用。', ok: '停用' }))) return;
  await call(attributeStatus, { id: row.id, version: row.version, status: active ? 'DISABLED' : 'ACTIVE' });
  list.reload();
}

async function remove(row: Attribute, list: ListHandle<Attribute>) {
  if (!(await confirm({ title: `删除属性“${row.name}”？`, tone: 'danger', ok: '删除' }))) return;
  await call(attributeDelete, { id: row.id });
  toast('属性已删除', 'ok');
  list.reload();
}

export default function AttributeList({ first, query }: { first: AnswerOf<typeof attributeList>; query: Record<string, string> }) {
  const edits = useCan(PRODUCT_EDIT);
  const imports = useCan(PRODUCT_IMPORT);
  const [editing, setEditing] = useState<{ attribute: Attribute | null; list: ListHandle<Attribute> } | null>(null);
  const [sorting, setSorting] = useState<ListHandle<Attribute> | null>(null);
  return (
    <>
      <ListPage<Attribute>
        title="商品属性"
        source={{ id: 'product/attribute', first, query, load: (q) => call(attributeList, q as never) }}
        filters={[
          { kind: 'text', key: 'name', label: '属性名称', placeholder: '名称或编码' },
          { kind: 'select', key: 'kind', label: '类型', options: optionsOf(attributeKinds) },
          { kind: 'pick', key: 'categoryId', label: '适用分类', load: findCategories },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(activeStates) },
        ]}
        columns={columns}
        buttons={(list) => [
          edits && { label: '新建属性', tone: 'primary', onPress: () => setEditing({ attribute: null, list }) },
          imports && { label: '导入', href: '/portal/supplyChain/factory/productAttr/import' },
          exportAction('attribute', list),
          edits && { label: '排序', onPress: () => setSorting(list) },
        ]}
        rowActions={(row, list) => [
          edits && { label: '编辑', onPress: () => setEditing({ attribute: row, list }) },
          edits && { label: row.status === 'ACTIVE' ? '停用' : '启用', onPress: () => toggle(row, list) },
          edits && { label: '删除', tone: 'danger', onPress: () => remove(row, list) },
        ]}
      />
      {editing && <AttributeDialog attribute={editing.attribute} onClose={() => setEditing(null)} onDone={editing.list.reload} />}
      {sorting && (
        <SortDialog
          onClose={() => setSorting(null)}
          onSave={async (ids) => {
            await call(attributeSort, { ids });
            sorting.reload();
          }}
        />
      )}
    </>
  );
}
