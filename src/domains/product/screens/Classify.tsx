import { ChevronRight, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import { PRODUCT_EDIT, PRODUCT_IMPORT } from '~/portal/permissions';
import { call, messageOf } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { cx } from '~/ui/kit/cx';
import { EmptyState } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import type { Actions } from '~/ui/kit/types';
import { RowActionCell } from '~/ui/list/RowActionCell';
import { StatusTag } from '~/ui/values/StatusTag';
import { activeStates } from '../activeState';
import { categoryDelete, categoryMove, categoryStatus, categoryTree } from '../calls';
import { branchesWith, MAX_LEVEL } from '../category';
import type { Category } from '../category.schema';
import { CategoryDialog, MoveDialog } from './CategoryDialogs';

/** Fetched when first opened. */
const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));

type Editing = { kind: 'edit'; category: Partial<Category> } | { kind: 'move'; category: Category } | null;

/** Children under their parents, folded branches left out. */
function visibleRows(all: readonly Category[], folded: ReadonlySet<string>, parentId: string | null = null): Category[] {
  return all.filter((row) => row.parentId === parentId).flatMap((row) => [row, ...(folded.has(row.id) ? [] : visibleRows(all, folded, row.id))]);
}

export default function Classify({ first }: { first: { categories: Category[] } }) {
  const [edits, imports] = [useCan(PRODUCT_EDIT), useCan(PRODUCT_IMPORT)];
  const [all, setAll] = useState(first.categories);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Editing>(null);
  const [word, setWord] = useState('');
  const [importing, setImporting] = useState(false);
  const [dragged, setDragged] = useState<Category | null>(null);
  const reload = async () => setAll((await call(categoryTree, {})).categories);
  const move = async (category: Category, parentId: string | null, beforeId: string | null) => {
    await call(categoryMove, { id: category.id, version: category.version, parentId, beforeId });
    await reload();
  };
  const drop = (target: Category) => {
    if (dragged && dragged.id !== target.id) move(dragged, target.parentId, target.id).catch((error: unknown) => toast(messageOf(error), 'error'));
    setDragged(null);
  };
  const fold = (id: string) =>
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const rows = word.trim() ? visibleRows(branchesWith(all, word), new Set()) : visibleRows(all, folded);
  return (
    <Card
      title={`共${all.length}个分类`}
      note={edits ? `最多${MAX_LEVEL}级；拖动行可以调整同级顺序` : `最多${MAX_LEVEL}级`}
      flush
      actions={[
        edits && { label: '新建一级分类', tone: 'primary', onPress: () => setEditing({ kind: 'edit', category: { parentId: null } }) },
        imports && { label: '导入', onPress: () => setImporting(true) },
        exportAction('category', { query: {}, shown: ['code', 'name', 'parent'] }),
        { label: folded.size ? '全部展开' : '全部收起', onPress: () => setFolded(folded.size ? new Set() : new Set(all.map((row) => row.id))) },
      ]}
    >
      {all.length > 0 && (
        <div className="max-w-xs px-4 py-3">
          <Input value={word} onChange={setWord} aria-label="查找分类" placeholder="按名称或编码查找" maxLength={30} />
        </div>
      )}
      {rows.length === 0 ? (
        all.length === 0 ? (
          <EmptyState title="暂无商品分类" note="先建立分类，再新建商品" />
        ) : (
          <EmptyState title={`没有名称或编码含“${word.trim()}”的分类`} actions={[{ label: '清除', onPress: () => setWord('') }]} />
        )
      ) : (
        <div className="overflow-x-auto">
          <table className="row-cards w-full sm:min-w-[760px]">
            <caption className="sr-only">商品分类</caption>
            <thead>
              <tr className="bg-sunken text-left text-sm text-ink-2">
                {['分类名称', '分类编码', '商品数', '状态', ...(edits ? ['操作'] : [])].map((title) => (
                  <th key={title} scope="col" className={cx('h-10 px-4 font-medium', title === '商品数' && 'text-right')}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  draggable={edits}
                  onDragStart={() => setDragged(row)}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={() => drop(row)}
                  className={cx('border-t border-line hover:bg-sunken', dragged?.id === row.id && 'opacity-50')}
                >
                  <td data-stick="left" className="px-4 py-2">
                    <NameCell
                      row={row}
                      branch={all.some((one) => one.parentId === row.id)}
                      folded={folded.has(row.id)}
                      grip={edits}
                      onFold={() => fold(row.id)}
                    />
                  </td>
                  <td data-label="分类编码" className="px-4 py-2">
                    {row.code}
                  </td>
                  <td data-label="商品数" className="figures px-4 py-2 text-right">
                    {row.productCount ? <Link href={href('/portal/supplyChain/factory/product/list', { categoryId: row.id })}>{row.productCount}</Link> : 0}
                  </td>
                  <td data-label="状态" className="px-4 py-2">
                    <StatusTag status={row.status} names={activeStates} tones={{ ACTIVE: 'ok', DISABLED: 'neutral' }} />
                  </td>
                  {edits && (
                    <td data-stick="right" className="px-4 py-1.5 whitespace-nowrap">
                      <RowActionCell actions={rowActions(row, all, { setEditing, move, reload })} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {importing && (
        <ImportDrawer
          type="category"
          title="导入商品分类"
          onClose={() => {
            setImporting(false);
            void reload();
          }}
        />
      )}
      <CategoryDialog category={editing?.kind === 'edit' ? editing.category : null} onClose={() => setEditing(null)} onDone={reload} />
      <MoveDialog category={editing?.kind === 'move' ? editing.category : null} all={all} onClose={() => setEditing(null)} onMove={move} />
    </Card>
  );
}

function NameCell({ row, branch, folded, grip, onFold }: { row: Category; branch: boolean; folded: boolean; grip: boolean; onFold: () => void }) {
  return (
    <span className="flex items-center gap-1" style={{ paddingLeft: (row.level - 1) * 24 }}>
      {grip && <GripVertical aria-hidden size={14} className="cursor-grab text-ink-3" />}
      {branch ? (
        <Button
          size="sm"
          tone="ghost"
          aria-label={folded ? `展开${row.name}` : `收起${row.name}`}
          aria-expanded={!folded}
          icon={<ChevronRight aria-hidden className={cx('transition-transform', !folded && 'rotate-90')} />}
          onClick={onFold}
        />
      ) : (
        <span className="w-8" />
      )}
      <span className={row.level === 1 ? 'font-medium max-sm:font-semibold' : 'font-normal'}>{row.name}</span>
    </span>
  );
}

interface Doing {
  setEditing: (editing: Editing) => void;
  move: (category: Category, parentId: string | null, beforeId: string | null) => Promise<void>;
  reload: () => Promise<void>;
}

function rowActions(row: Category, all: readonly Category[], { setEditing, move, reload }: Doing): Actions {
  const siblings = all.filter((one) => one.parentId === row.parentId);
  const at = siblings.findIndex((one) => one.id === row.id);
  const active = row.status === 'ACTIVE';
  const toggle = async () => {
    if (active && !(await confirm({ title: `停用分类“${row.name}”？`, body: '下级分类一并停用；已有商品不受影响，但不能再选用。', ok: '停用' }))) return;
    await call(categoryStatus, { id: row.id, version: row.version, status: active ? 'DISABLED' : 'ACTIVE' });
    await reload();
  };
  const remove = async () => {
    if (!(await confirm({ title: `删除分类“${row.name}”？`, tone: 'danger', ok: '删除' }))) return;
    await call(categoryDelete, { id: row.id });
    await reload();
  };
  return [
    { label: '编辑', onPress: () => setEditing({ kind: 'edit', category: row }) },
    row.level < MAX_LEVEL && { label: '新建下级', onPress: () => setEditing({ kind: 'edit', category: { parentId: row.id } }) },
    at > 0 && { label: '上移', onPress: () => move(row, row.parentId, siblings[at - 1]?.id ?? null) },
    at < siblings.length - 1 && { label: '下移', onPress: () => move(row, row.parentId, siblings[at + 2]?.id ?? null) },
    { label: '移动到…', onPress: () => setEditing({ kind: 'move', category: row }) },
    { label: active ? '停用' : '启用', onPress: toggle },
    { label: '删除', tone: 'danger', onPress: remove },
  ];
}
