import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { PRICE_STRATEGY } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayCount } from '~/shared/money';
import { call, messageOf } from '~/shell/call';
import { useCan } from '~/shell/session';
import { IconButton } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter, ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { strategyList, strategyMove, strategySwitch } from '../calls';
import { strategySubmitted } from '../change/strategyChange';
import { customerScopes, goodsScopes, names, strategyStates, strategyTones, tierWords } from '../priceStrategy';
import type { StrategyRow } from '../priceStrategy.schema';
import { strategyPath } from './paths';

type List = ListHandle<StrategyRow>;
type Place = 'UP' | 'DOWN' | 'PLACE';

const filters: Filter[] = [
  { kind: 'text', key: 'keyword', label: '策略', placeholder: '名称、编号' },
  { kind: 'pick', key: 'customerId', label: '适用客户', load: findCustomers },
  { kind: 'select', key: 'customerScope', label: '客户范围', options: optionsOf(customerScopes) },
  { kind: 'select', key: 'goodsScope', label: '商品范围', options: optionsOf(goodsScopes) },
];
const tabs = { key: 'state', items: [{ value: '', label: '全部' }, ...optionsOf(strategyStates)] };

async function move(row: Pick<StrategyRow, 'id' | 'version'>, to: Place, list: List, placeOf = '') {
  try {
    const { priority, change } = await call(strategyMove, { id: row.id, version: row.version, to, placeOf });
    toast(change ? strategySubmitted(change) : `已调整到第${priority}位`, 'ok');
  } catch (error) {
    toast(messageOf(error), 'error');
  }
  list.reload();
}

async function turn(rows: readonly StrategyRow[], on: boolean, after: () => void) {
  const verb = on ? '启用' : '停用';
  const body = on ? '启用后在有效期内立即参与取价。' : '停用后适用的客户按其他价格来源取价，已提交的订单不受影响。';
  if (!(await confirm({ title: `${verb}${rows.length}条价格策略？`, body, ok: verb, ...(on ? {} : { tone: 'danger' as const }) }))) return;
  const { count, change } = await call(strategySwitch, { rows: rows.map(({ id, version }) => ({ id, version })), on });
  toast(change ? strategySubmitted(change) : `已${verb}${displayCount(count)}条价格策略`, 'ok');
  after();
}

export default function StrategyList({ first, query }: { first: AnswerOf<typeof strategyList>; query: Record<string, string> }) {
  const edits = useCan(PRICE_STRATEGY);
  const shown = useRef<List | null>(null);
  const dragged = useRef('');
  const rowAt = (id: string) => shown.current?.page?.pagedRecords.find((row) => row.id === id);
  const drop = (event: DragEvent) => {
    const target = (event.target as HTMLElement).closest('tr')?.querySelector<HTMLElement>('[data-strategy]')?.dataset['strategy'] ?? '';
    const row = rowAt(dragged.current);
    dragged.current = '';
    if (!row || target === '' || target === row.id || !shown.current) return;
    event.preventDefault();
    void move(row, 'PLACE', shown.current, target);
  };
  const place: Column<StrategyRow> = {
    key: 'priority',
    title: '优先级',
    sortable: true,
    width: edits ? 130 : 80,
    hint: '同一商品命中多条策略时：先比商品范围，再比客户范围，再比起始数量，最后按优先级',
    cell: (row, _, list) => {
      if (list) shown.current = list;
      return <Place row={row} onDrag={edits && list ? () => (dragged.current = row.id) : undefined} onMove={(to) => list && move(row, to, list)} />;
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: rows are dropped on; the buttons beside each place do the same by keyboard
    <div onDragOver={(event) => dragged.current && event.preventDefault()} onDrop={drop}>
      <ListPage<StrategyRow>
        title="价格策略"
        source={{ id: 'priceStrategy/list', first, query, load: (q) => call(strategyList, q as never) }}
        filters={filters}
        columns={[place, ...columns]}
        tabs={tabs}
        buttons={(list) => [
          edits && { label: '新建策略', tone: 'primary', href: `${strategyPath}/edit` },
          edits && { label: '导入', href: `${strategyPath}/import` },
          { label: '变更单', href: `${strategyPath}/changes` },
          { label: '取价试算与配置', href: `${strategyPath}/config` },
          exportAction('priceStrategy', list),
        ]}
        rowActions={(row, list) => [
          edits && { label: '编辑', href: href(`${strategyPath}/edit`, { id: row.id }) },
          edits && { label: '复制', href: href(`${strategyPath}/edit`, { copy: row.id }) },
          edits && row.state !== 'DISABLED' && { label: '停用', tone: 'danger', onPress: () => turn([row], false, list.reload) },
          edits && row.state === 'DISABLED' && { label: '启用', onPress: () => turn([row], true, list.reload) },
        ]}
        {...(edits && {
          batch: (picked, list) => [
            {
              label: '批量停用',
              tone: 'danger',
              onPress: () =>
                turn(picked.rows, false, () => {
                  picked.clear();
                  list.reload();
                }),
            },
          ],
        })}
      />
    </div>
  );
}

/** Dragged by the grip, or moved by the arrows. */
function Place({ row, onDrag, onMove }: { row: StrategyRow; onDrag: (() => void) | undefined; onMove: (to: 'UP' | 'DOWN') => unknown }) {
  return (
    <span data-strategy={row.id} className="flex items-center gap-1">
      {onDrag && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrows do the same by keyboard
        <span draggable onDragStart={onDrag} title="拖动调整优先级" className="cursor-grab text-ink-3" data-print="hide">
          <GripVertical aria-hidden className="size-4" />
        </span>
      )}
      <span className="figures min-w-6">{row.priority}</span>
      {onDrag && (
        <span className="flex" data-print="hide">
          <IconButton label={`上移${row.name}`} icon={<ArrowUp aria-hidden />} onClick={() => onMove('UP')} />
          <IconButton label={`下移${row.name}`} icon={<ArrowDown aria-hidden />} onClick={() => onMove('DOWN')} />
        </span>
      )}
    </span>
  );
}

const Span = ({ from, to }: { from: string; to: string | null }) => (
  <span className="block text-xs">
    {from}
    <span className="block">至 {to ?? '长期'}</span>
  </span>
);

const columns: Column<StrategyRow>[] = [
  { key: 'name', title: '策略名称', brief: true, wrap: true, cell: (row) => <Link href={href(`${strategyPath}/detail`, { id: row.id })}>{row.name}</Link> },
  { key: 'no', title: '策略编号', off: true },
  { key: 'state', title: '状态', brief: true, cell: (row) => <StatusTag status={row.state} names={strategyStates} tones={strategyTones} /> },
  { key: 'customerWords', title: '适用客户', wrap: true },
  { key: 'goodsWords', title: '适用商品', wrap: true },
  { key: 'method', title: '方式', off: true, cell: (row) => names.methods[row.method] },
  { key: 'tiers', title: '价格', brief: true, wrap: true, cell: (row) => tierWords(row.method, row.tiers) },
  { key: 'validFrom', title: '有效期', sortable: true, cell: (row) => <Span from={row.validFrom} to={row.validTo} /> },
  { key: 'validTo', title: '失效日期', kind: 'date', sortable: true, off: true },
  { key: 'hits', title: '近30天取价', off: true, align: 'right', cell: (row) => (row.hits >= 1000 ? '1000+' : row.hits) },
  { key: 'updatedAt', title: '更新时间', kind: 'minute', sortable: true, off: true },
];
