import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { cx } from '~/ui/kit/cx';
import { Skeleton } from '~/ui/kit/Feedback';
import { Select } from '~/ui/kit/Select';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import type { Actions } from '~/ui/kit/types';
import type { Column } from '~/ui/list/types';
import { EnabledTag } from '~/ui/values/EnabledTag';
import { type dictCategoryList, dictDelete, dictList, dictOrder, dictSwitch } from '../calls';
import { dictSources, keptSentence, usedInWords } from '../dictionary';
import type { UsedItem } from '../dictionary.schema';
import { ItemDialog } from './ItemDialog';

type Category = AnswerOf<typeof dictCategoryList>['categories'][number];
interface Props {
  first: { categories: Category[] };
  shown: { category: string; items: UsedItem[] };
}

const columns: Column<UsedItem>[] = [
  { key: 'name', title: '名称', width: 180, fixed: true, cell: (item) => <Tag tone={item.color}>{item.name}</Tag> },
  { key: 'code', title: '编码' },
  { key: 'source', title: '来源', cell: (item) => dictSources[item.source] },
  { key: 'uses', title: '引用数', align: 'right', cell: (item) => <span className="figures">{item.uses}</span> },
  { key: 'usedIn', title: '使用位置', width: 160, cell: (item) => usedInWords(item.usedIn) || '- -' },
  { key: 'enabled', title: '状态', cell: (item) => <EnabledTag enabled={item.enabled} /> },
];

/** Types on the left, the chosen type's items on the right. */
export default function DictConfig({ first, shown }: Props) {
  const [category, setCategory] = useState(shown.category);
  const [items, setItems] = useState<UsedItem[] | null>(shown.items);
  const [editing, setEditing] = useState<UsedItem | 'new' | null>(null);
  const current = first.categories.find((one) => one.code === category);
  const load = async (code: string) => setItems((await call(dictList, { category: code })).items);
  const choose = (code: string) => {
    setCategory(code);
    setItems(null);
    history.replaceState(null, '', `?category=${code}`);
    load(code).catch(() => toast('字典项加载失败，请重试', 'error'));
  };
  const done = async (words: string) => {
    await load(category);
    toast(words, 'ok');
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[220px_minmax(0,1fr)]">
      <Select
        aria-label="字典类型"
        className="lg:hidden"
        value={category}
        onChange={(code) => code && choose(code)}
        options={first.categories.map((one) => ({ value: one.code, label: one.name }))}
      />
      <Card title="字典类型" flush className="max-lg:hidden">
        <ul className="py-1">
          {first.categories.map((one) => (
            <li key={one.code}>
              <button
                type="button"
                aria-current={one.code === category ? 'true' : undefined}
                onClick={() => choose(one.code)}
                className={cx('flex w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover', one.code === category && 'bg-brand-soft text-brand')}
              >
                {one.name}
                <span className="figures ml-auto text-sm text-ink-3">{one.code === category && items ? items.length : one.items}</span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <Card
        title={current?.name}
        note={`用于${current?.note ?? ''}`}
        flush
        actions={[{ label: '新建字典项', tone: 'primary', onPress: () => setEditing('new') }]}
      >
        {items ? (
          <DetailTable<UsedItem>
            caption={`${current?.name ?? ''}字典项`}
            rows={items}
            rowKey={(item) => item.code}
            columns={columns}
            rowActions={(item) => rowActions({ category, items, item, edit: () => setEditing(item), done })}
          />
        ) : (
          <div className="p-5">
            <Skeleton lines={4} />
          </div>
        )}
      </Card>
      {editing && (
        <ItemDialog category={category} item={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onSaved={() => done('字典项已保存')} />
      )}
    </div>
  );
}

interface RowContext {
  category: string;
  items: readonly UsedItem[];
  item: UsedItem;
  edit: () => void;
  done: (words: string) => Promise<void>;
}

function rowActions({ category, items, item, edit, done }: RowContext): Actions {
  const ref = { category, code: item.code, version: item.version };
  const at = items.indexOf(item);
  const move = async (by: number) => {
    const codes = items.map((one) => one.code);
    codes.splice(at, 1);
    codes.splice(at + by, 0, item.code);
    await call(dictOrder, { category, codes });
    await done('顺序已调整');
  };
  const turn = async (enabled: boolean) => {
    await call(dictSwitch, { ...ref, enabled });
    await done(enabled ? '已启用' : '已停用，新单据不再可选');
  };
  const remove = async () => {
    if (item.uses > 0) return refuseRemoval(item, () => turn(false));
    if (!(await confirm({ title: `删除字典项“${item.name}”？`, tone: 'danger', ok: '删除' }))) return;
    await call(dictDelete, ref);
    await done('字典项已删除');
  };
  const own = item.source === 'TENANT';
  return [
    own && { label: '编辑', onPress: edit },
    { label: item.enabled ? '停用' : '启用', onPress: () => turn(!item.enabled) },
    { label: '上移', disabled: at === 0, onPress: () => move(-1) },
    { label: '下移', disabled: at === items.length - 1, onPress: () => move(1) },
    own && { label: '删除', onPress: remove },
  ];
}

/** Says where it is used, and offers what can be done instead. */
async function refuseRemoval(item: UsedItem, switchOff: () => Promise<void>): Promise<void> {
  if (!item.enabled) return toast(keptSentence(item), 'warn');
  const body = `正被${usedInWords(item.usedIn)}使用。停用后新单据不再可选，已有单据不受影响。`;
  if (await confirm({ title: `“${item.name}”不能删除`, body, ok: '改为停用', cancel: '知道了' })) await switchOff();
}
