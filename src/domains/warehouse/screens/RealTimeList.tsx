import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findBrands } from '~/domains/product/pickers/brands';
import { findCategories } from '~/domains/product/pickers/categories';
import { STOCK_COST_VIEW, STOCK_IN, STOCK_WAREHOUSE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { formatBounds, formatQty } from '~/ui/values/format';
import { stockList } from '../calls';
import { findWarehouses } from '../pickers/whenUsed';
import { stockAlert, stockStates, suggestedIn } from '../stock';
import type { StockRow } from '../stock.schema';

/** Fetched when first opened: the form kit stays out of the list. */
const LedgerDrawer = late(async () => ({ default: (await import('./StockDrawers')).LedgerDrawer }));
const AllocationsDrawer = late(async () => ({ default: (await import('./StockDrawers')).AllocationsDrawer }));
const ShortagesDrawer = late(async () => ({ default: (await import('./StockDrawers')).ShortagesDrawer }));
const BatchDrawer = late(async () => ({ default: (await import('./BatchDrawer')).BatchDrawer }));
const SafetyDialog = late(async () => ({ default: (await import('./StockDrawers')).SafetyDialog }));
const SpreadDrawer = late(async () => ({ default: (await import('./StockDrawers')).SpreadDrawer }));
const WarehouseDialog = late(async () => ({ default: (await import('./WarehouseDialog')).WarehouseDialog }));

const filters: Filter[] = [
  { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
  { kind: 'select', key: 'state', label: '库存状态', options: optionsOf(stockStates) },
  { kind: 'pick', key: 'categoryId', label: '分类', load: findCategories },
  { kind: 'pick', key: 'brand', label: '品牌', load: findBrands },
  { kind: 'bool', key: 'hideZero', label: '隐藏零库存' },
];

type Look = 'ledger' | 'allocations' | 'spread' | 'shortages' | 'batches';
type Open = (what: Look, row: StockRow) => void;

const looks: Record<Look, string> = { ledger: '库存流水', allocations: '占用明细', spread: '各仓分布', shortages: '欠货明细', batches: '批次' };

/** A figure that opens what it is made of. */
const figure = (key: 'onHand' | 'reserved' | 'short', what: Look, open: Open) => (row: StockRow) =>
  compareQty(row[key], '0') > 0 ? (
    <button
      type="button"
      title={looks[what]}
      className={`figures cursor-pointer underline-offset-4 hover:underline ${key === 'short' ? 'text-danger' : 'text-brand'}`}
      onClick={() => open(what, row)}
    >
      {formatQty(row[key])}
    </button>
  ) : (
    <span className="figures text-ink-3">{key === 'short' ? '- -' : '0'}</span>
  );

const columnsOf = (open: Open): Column<StockRow>[] => [
  { key: 'skuCode', title: 'SKU编码', fixed: true, sortable: true },
  { key: 'name', title: '商品', brief: true, sortable: true, width: 180, cell: (row) => [row.name, row.saleText].filter(Boolean).join(' / ') },
  { key: 'spec', title: '规格', off: true },
  { key: 'warehouseName', title: '仓库', brief: true, sortable: true },
  { key: 'unitName', title: '单位' },
  { key: 'onHand', title: '在库', brief: true, kind: 'qty', sortable: true, hint: '点数字查看库存流水', cell: figure('onHand', 'ledger', open) },
  { key: 'reserved', title: '占用', kind: 'qty', sortable: true, hint: '已审核订单占用，点数字查看订单', cell: figure('reserved', 'allocations', open) },
  { key: 'frozen', title: '冻结', kind: 'qty', off: true },
  { key: 'inTransit', title: '在途', kind: 'qty', off: true },
  { key: 'available', title: '可用', brief: true, kind: 'qty', sortable: true, hint: '在库 − 占用 − 冻结' },
  { key: 'short', title: '欠货', kind: 'qty', hint: '已审核但没有占到库存的数量，点数字查看订单', cell: figure('short', 'shortages', open) },
  { key: 'safety', title: '下限/上限', off: true, align: 'right', hint: '按SKU设置，与各仓可用之和比较', cell: (row) => <Levels row={row} /> },
  {
    key: 'suggested',
    title: '建议补货',
    off: true,
    align: 'right',
    hint: '该SKU低于下限时补到上限（未设上限补到下限），加各仓欠货，减各仓在途',
    cell: (row) => formatQty(suggestedIn(row) ?? '0'),
  },
  { key: 'categoryName', title: '分类', off: true },
  { key: 'brand', title: '品牌', off: true },
];
const costColumns: Column<StockRow>[] = [
  { key: 'avgCost', title: '成本价(元)', off: true, kind: 'price' },
  { key: 'amount', title: '库存金额(元)', kind: 'money' },
];

function Levels({ row }: { row: StockRow }) {
  const alert = stockAlert(row);
  if (row.safetyLow === null && row.safetyHigh === null) return <span className="text-ink-3">- -</span>;
  return (
    <span className="figures inline-flex items-center gap-1.5" title={alert ? `各仓可用合计${formatQty(row.skuAvailable)}${row.unitName}` : undefined}>
      {alert && <Tag tone={alert === 'LOW' ? 'danger' : 'warn'}>{alert === 'LOW' ? '低' : '超'}</Tag>}
      {formatBounds(row.safetyLow, row.safetyHigh)}
    </span>
  );
}

type Shown = { what: Look; row: StockRow } | null;

export default function RealTimeList({ first, query }: { first: AnswerOf<typeof stockList>; query: Record<string, string> }) {
  const seesCost = useCan(STOCK_COST_VIEW);
  const canEdit = useCan(STOCK_WAREHOUSE);
  const canIn = useCan(STOCK_IN);
  const [shown, setShown] = useState<Shown>(null);
  const [warned, setWarned] = useState<readonly StockRow[]>([]);
  const [houses, setHouses] = useState(query.warehouses === 'open');
  const [reload, setReload] = useState<() => void>(() => () => undefined);
  const open: Open = (what, row) => setShown({ what, row });
  const rowOf = (what: Look) => (shown?.what === what ? shown.row : null);
  const warn = (rows: readonly StockRow[], list: { reload: () => void }) => {
    setReload(() => list.reload);
    setWarned(rows);
  };
  return (
    <>
      <ListPage<StockRow>
        title="库存"
        source={{ id: 'warehouse/realTimeList', first, query, load: (q) => call(stockList, q as never) }}
        filters={filters}
        columns={seesCost ? [...columnsOf(open), ...costColumns] : columnsOf(open)}
        buttons={(list) => [
          canIn && { label: '新建入库单', tone: 'primary', href: '/portal/supplyChain/factory/warehouse/inAdd' },
          exportAction('stock', list),
          seesCost && { label: '库存金额日报', href: '/portal/supplyChain/factory/warehouse/valueList' },
          { label: '批次库存', href: '/portal/supplyChain/factory/warehouse/batchList' },
          { label: '仓库维护', onPress: () => setHouses(true) },
        ]}
        rowActions={(row, list) => [
          { label: looks.ledger, onPress: () => open('ledger', row) },
          { label: looks.allocations, onPress: () => open('allocations', row) },
          compareQty(row.short, '0') > 0 && { label: looks.shortages, onPress: () => open('shortages', row) },
          row.byBatch && { label: looks.batches, onPress: () => open('batches', row) },
          { label: looks.spread, onPress: () => open('spread', row) },
          canEdit && { label: '预警设置', onPress: () => warn([row], list) },
        ]}
        {...(canEdit
          ? { batch: (picked, list) => [{ label: '库存预警设置', disabled: picked.keys.length === 0, onPress: () => warn(picked.rows, list) }] }
          : {})}
      />
      {shown && <LedgerDrawer row={rowOf('ledger')} onClose={() => setShown(null)} />}
      {shown && <AllocationsDrawer row={rowOf('allocations')} onClose={() => setShown(null)} />}
      {shown && <ShortagesDrawer row={rowOf('shortages')} onClose={() => setShown(null)} />}
      {shown && <BatchDrawer row={rowOf('batches')} onClose={() => setShown(null)} />}
      {shown && <SpreadDrawer row={rowOf('spread')} onClose={() => setShown(null)} />}
      {warned.length > 0 && <SafetyDialog rows={warned} onClose={() => setWarned([])} onSaved={reload} />}
      {houses && <WarehouseDialog open onClose={() => setHouses(false)} canEdit={canEdit} />}
    </>
  );
}
