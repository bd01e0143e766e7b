import { FoldVertical, LayoutGrid, RotateCw, Rows3, UnfoldVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { displayCount } from '~/shared/money';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE } from '~/shared/refusal';
import { TAB_CAP } from '~/shared/tabCap';
import { IconButton } from '../kit/Button';
import { EmptyState, Skeleton } from '../kit/Feedback';
import { late } from '../kit/late';
import { isRefusal, sentenceOf } from '../kit/sentence';
import { Tabs } from '../kit/Tabs';
import { type Actions, presentActions } from '../kit/types';
import type { BatchBarProps } from './BatchBar';
import { ColumnChooser } from './ColumnChooser';
import { BRIEF_FIELDS } from './cells';
import { queryKeys, rangeProblem } from './filters';
import { ListButtonRow } from './ListButtonRow';
import { ListCards } from './ListCards';
import { ListTable } from './ListTable';
import { Pager } from './Pager';
import type { Query } from './query';
import { SearchBar } from './SearchBar';
import type { BatchActions, Column, Filter, ListButtons, ListHandle, ListSource, ListTabs, RowActions } from './types';
import { useColumns } from './useColumns';
import { useList } from './useList';
import { useView } from './useView';

/** Fetched with the first row picked. */
const BatchBar = late<BatchBarProps>(() => import('./BatchBar'));

interface Props<Row> {
  title: string;
  /** What a row is, where the title does not say: for the words of an empty list. */
  noun?: string;
  source: ListSource<Row>;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  tabs?: ListTabs;
  buttons?: ListButtons<Row>;
  rowActions?: RowActions<Row>;
  /** Inside a page that has a headline of its own, as local lists are unless told otherwise. */
  part?: boolean;
  /** Turns selection on. */
  batch?: BatchActions<Row>;
  /** Offers the rows as cards too, and begins with them. */
  card?: (row: Row) => ReactNode;
}

export function ListPage<Row>({
  title,
  noun = title,
  source,
  columns,
  filters = [],
  tabs,
  buttons,
  rowActions,
  batch,
  card,
  part = source.local ?? false,
}: Props<Row>) {
  const kept = tabs ? [tabs.key] : [];
  const beforeSearch = (values: Query) => rangeProblem(filters, values) ?? source.beforeSearch?.(values) ?? true;
  const list = useList({ ...source, beforeSearch }, kept);
  const choice = useColumns(source.id, columns);
  const { view, change } = useView(source.id, Boolean(card));
  const actionsOf = rowActions && ((row: Row) => rowActions(row, list));
  const offered = typeof buttons === 'function' ? buttons({ ...list, shown: choice.visible.map((column) => column.key) }) : buttons;
  const instead = insteadOfRows({ noun, list, offered, filters, tabs, local: source.local ?? false });
  const [brief, setBrief] = useState(true);
  const Heading = part ? 'h2' : 'h1';
  return (
    <div className="list-page flex flex-col gap-3">
      {filters.length > 0 && <SearchBar filters={filters} list={list} kept={kept} />}
      <div className="list-card min-w-0 overflow-clip rounded-lg border border-line bg-paper shadow-card" data-brief={brief || undefined}>
        <div className="list-top">
          <div className="list-head flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2.5 sm:px-5">
            <Heading className="text-lg">{title}</Heading>
            <div className="flex flex-1 flex-wrap items-center justify-end gap-2" data-print="hide">
              <ListButtonRow actions={offered} />
              <span className="flex">
                <IconButton label="刷新" icon={<RotateCw aria-hidden />} onClick={list.reload} />
                {card && (
                  <IconButton
                    label={view === 'cards' ? '按表格查看' : '按卡片查看'}
                    icon={view === 'cards' ? <Rows3 aria-hidden /> : <LayoutGrid aria-hidden />}
                    onClick={() => change(view === 'cards' ? 'table' : 'cards')}
                  />
                )}
                {view === 'table' && columns.length > BRIEF_FIELDS + 1 && (
                  <IconButton
                    className="sm:hidden"
                    label={brief ? '显示全部字段' : '只显示要点'}
                    icon={brief ? <UnfoldVertical aria-hidden /> : <FoldVertical aria-hidden />}
                    onClick={() => setBrief(!brief)}
                  />
                )}
                {view === 'table' && <ColumnChooser columns={columns} choice={choice} />}
              </span>
            </div>
          </div>
          {tabs && <ListTabBar tabs={tabs} list={list} />}
        </div>
        {batch && list.picked.keys.length > 0 && <BatchBar {...({ list, batch } as unknown as BatchBarProps)} />}
        {card && view === 'cards' ? (
          <ListCards<Row> caption={title} list={list} card={card} rowActions={actionsOf} instead={instead} />
        ) : (
          <ListTable<Row>
            caption={title}
            list={list}
            columns={choice.visible}
            rowActions={actionsOf}
            selectable={presentActions(batch?.(list.picked, list)).length > 0}
            instead={instead}
          />
        )}
        <Pager title={title} list={list} />
        <p role="status" aria-live="polite" className="sr-only">
          {list.loading ? '正在加载' : list.page ? `共${displayCount(list.page.totalCount)}${list.page.capped ? '条以上' : '条'}，第${list.pageNo}页` : ''}
        </p>
      </div>
    </div>
  );
}

/** Tabs are counted up to a cap. */
const shownCount = (count: number | undefined): number | string | undefined => (count !== undefined && count >= TAB_CAP ? `${TAB_CAP - 1}+` : count);

function ListTabBar<Row>({ tabs, list }: { tabs: ListTabs; list: ListHandle<Row> }) {
  const items = tabs.items.map((item) => ({ ...item, count: shownCount(list.page?.tabs?.[item.value || 'ALL']), href: list.href({ [tabs.key]: item.value }) }));
  return (
    <Tabs
      label="按状态查看"
      className="list-tabs px-4 sm:px-5"
      items={items}
      value={list.query[tabs.key] ?? ''}
      onChange={(value) => list.go({ [tabs.key]: value })}
    />
  );
}

interface Emptiness<Row> {
  noun: string;
  list: ListHandle<Row>;
  offered: Actions | undefined;
  filters: readonly Filter[];
  tabs: ListTabs | undefined;
  local: boolean;
}

/** Where nothing is there yet, the list's own main act is the next step; where something narrowed the list, a way out of it is. */
function insteadOfRows<Row>({ noun, list, offered, filters, tabs, local }: Emptiness<Row>) {
  if (list.error) {
    const denied = isRefusal(list.error) && list.error.code === NO_PERMISSION;
    if (denied) return <EmptyState kind="denied" title={NO_PERMISSION_MESSAGE} />;
    return <EmptyState kind="error" title={sentenceOf(list.error) || '登录已失效，请重新登录'} actions={[{ label: '重试', onPress: list.reload }]} />;
  }
  if (!list.page) return <Skeleton lines={6} className="p-5" />;
  if (list.page.pagedRecords.length > 0) return undefined;
  if (list.pageNo > 1) {
    const back = local ? { onPress: () => list.go({ pageNo: '1' }) } : { href: list.href({ pageNo: '1' }) };
    return <EmptyState title="这一页没有数据了" actions={[{ label: '回到第一页', ...back }]} />;
  }
  if (isNarrowed(list.query, filters, tabs, local)) {
    return <EmptyState title={`没有符合条件的${noun}`} note="换个条件再查，或清空条件" actions={[{ label: '清空条件', onPress: () => list.search({}) }]} />;
  }
  const tab = tabs?.items.find((item) => item.value !== '' && item.value === list.query[tabs.key]);
  if (tabs && tab) {
    const all = tabs.items.some((item) => item.value === '') && { label: '查看全部', onPress: () => list.go({ [tabs.key]: '' }) };
    return <EmptyState title={`“${tab.label}”中没有${noun}`} actions={[all]} />;
  }
  return <EmptyState title={`暂无${noun}`} actions={offered?.filter((action) => action && action.tone === 'primary')} />;
}

/** What the page around a local list put into its query is the list's subject, not a condition. */
function isNarrowed(query: Query, filters: readonly Filter[], tabs: ListTabs | undefined, local: boolean): boolean {
  const own = new Set(filters.flatMap(queryKeys));
  // A dealer who has just come from another factory brings `isInit` (spec section 4).
  const aside = new Set(['pageNo', 'pageSize', 'ascs', 'descs', 'tab', 'isInit', ...(tabs ? [tabs.key] : [])]);
  return Object.keys(query).some((key) => (local ? own.has(key) : !aside.has(key)));
}
