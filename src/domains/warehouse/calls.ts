import { z } from 'zod';
import {
  DELIVER_ADD,
  DELIVER_MANAGE,
  ORDER_ADD,
  ORDER_EDIT,
  ORDER_MANAGE,
  PRODUCT_MANAGE,
  REVERSE_MANAGE,
  STOCK_AUDIT,
  STOCK_COST_VIEW,
  STOCK_COUNT,
  STOCK_IN,
  STOCK_MANAGE,
  STOCK_OUT,
  STOCK_TRANSFER,
  STOCK_WAREHOUSE,
} from '~/portal/permissions';
import { get, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import { BatchLedgerQuery, BatchMovement, BatchQuery, BatchRow } from './batch.schema';
import { Allocated, AllocationQuery, LedgerQuery, SafetyInput, Shortage, StockMovement, StockQuery, StockRow } from './stock.schema';
import {
  BatchSteps,
  DocReason,
  DocStep,
  StockInDetail,
  StockInForm,
  StockInListed,
  StockInQuery,
  StockOutDetail,
  StockOutForm,
  StockOutListed,
  StockOutQuery,
} from './stockDoc.schema';
import { ValueDay, ValueQuery, ValueRow, ValueRowQuery } from './stockValue.schema';
import { Warehouse, WarehouseForm, WarehouseOption, WarehouseSwitch } from './warehouse.schema';

const STOCK = '/saas-ofc/org/stock';
const HOUSE = '/saas-ofc/org/warehouse';
const Ref = z.object({ id: Id });
const Saved = z.object({ id: Id, no: z.string(), version: z.number() });
const sees = may(STOCK_MANAGE);

export const warehouseOptions = get(
  `${HOUSE}/options`,
  may(STOCK_MANAGE, STOCK_IN, STOCK_OUT, STOCK_TRANSFER, STOCK_COUNT, ORDER_MANAGE, ORDER_ADD, ORDER_EDIT, DELIVER_MANAGE, DELIVER_ADD, PRODUCT_MANAGE),
  z.object({}),
  z.object({ warehouses: z.array(WarehouseOption) }),
  { title: '仓库选项' },
);
export const warehouseList = get(`${HOUSE}/list`, may(STOCK_MANAGE, STOCK_WAREHOUSE), z.object({}), z.object({ warehouses: z.array(Warehouse) }), {
  title: '仓库列表',
});
export const warehouseSave = post(`${HOUSE}/save`, may(STOCK_WAREHOUSE), WarehouseForm, Ref, { title: '新建或编辑仓库' });
export const warehouseSwitch = post(`${HOUSE}/switch`, may(STOCK_WAREHOUSE), WarehouseSwitch, Ref, { title: '启用或停用仓库' });
export const warehouseDelete = post(`${HOUSE}/delete`, may(STOCK_WAREHOUSE), Ref, Ref, { title: '删除未使用的仓库' });

export const stockList = read(`${STOCK}/realtime/page`, sees, StockQuery, pageOf(StockRow), { title: '实时库存' });
export const stockLedger = read(`${STOCK}/ledger/page`, sees, LedgerQuery, pageOf(StockMovement), { title: '出入库流水' });
export const stockAllocations = read(`${STOCK}/reservations/page`, sees, AllocationQuery, pageOf(Allocated), { title: '占用明细' });
export const stockShortages = read(`${STOCK}/shortages/page`, sees, AllocationQuery, pageOf(Shortage), { title: '欠货明细' });
export const stockBatches = read(`${STOCK}/batch/page`, sees, BatchQuery, pageOf(BatchRow), { title: '批次库存' });
export const stockBatchLedger = read(
  `${STOCK}/batch/ledger`,
  may(STOCK_MANAGE, STOCK_COUNT, DELIVER_MANAGE, REVERSE_MANAGE),
  BatchLedgerQuery,
  pageOf(BatchMovement),
  {
    title: '批次流水',
  },
);
const cost = may(STOCK_COST_VIEW);
export const stockValues = read(`${STOCK}/value/page`, cost, ValueQuery, pageOf(ValueDay), { title: '库存金额日报' });
export const stockValueRows = read(`${STOCK}/value/rows`, cost, ValueRowQuery, pageOf(ValueRow), { title: '库存金额当日变动' });
export const stockSafety = post(`${STOCK}/safety/save`, may(STOCK_WAREHOUSE), SafetyInput, z.object({ count: z.number() }), { title: '库存预警设置' });

export const stockInList = read(`${STOCK}/in/page`, sees, StockInQuery, pageOf(StockInListed), { title: '入库单列表' });
export const stockInDetail = read(`${STOCK}/in/detail`, may(STOCK_MANAGE, STOCK_IN), Ref, StockInDetail, { title: '入库单详情' });
export const stockInSave = post(`${STOCK}/in/save`, may(STOCK_IN), StockInForm, Saved, { title: '新建或编辑入库单' });
export const stockInSubmit = post(`${STOCK}/in/submit`, may(STOCK_IN), DocStep, Saved, { title: '提交入库单' });
export const stockInDelete = post(`${STOCK}/in/delete`, may(STOCK_IN), DocStep, Ref, { title: '删除入库单草稿' });
export const stockInReturn = post(`${STOCK}/in/return`, may(STOCK_IN, STOCK_AUDIT), DocReason, Saved, { title: '退回入库单为草稿' });
export const stockInAudit = post(`${STOCK}/in/audit`, may(STOCK_AUDIT), BatchSteps, RowResults, { title: '审核入库单（可批量）' });
export const stockInReverse = post(`${STOCK}/in/reverse`, may(STOCK_AUDIT), DocReason, Saved, { title: '冲销入库单' });

export const stockOutList = read(`${STOCK}/out/page`, sees, StockOutQuery, pageOf(StockOutListed), { title: '出库单列表' });
export const stockOutDetail = read(`${STOCK}/out/detail`, may(STOCK_MANAGE, STOCK_OUT), Ref, StockOutDetail, { title: '出库单详情' });
export const stockOutSave = post(`${STOCK}/out/save`, may(STOCK_OUT), StockOutForm, Saved, { title: '新建或编辑出库单' });
export const stockOutSubmit = post(`${STOCK}/out/submit`, may(STOCK_OUT), DocStep, Saved, { title: '提交出库单' });
export const stockOutDelete = post(`${STOCK}/out/delete`, may(STOCK_OUT), DocStep, Ref, { title: '删除出库单草稿' });
export const stockOutReturn = post(`${STOCK}/out/return`, may(STOCK_OUT, STOCK_AUDIT), DocReason, Saved, { title: '退回出库单为草稿' });
export const stockOutAudit = post(`${STOCK}/out/audit`, may(STOCK_AUDIT), BatchSteps, RowResults, { title: '审核出库单（可批量）' });
export const stockOutReverse = post(`${STOCK}/out/reverse`, may(STOCK_AUDIT), DocReason, Saved, { title: '冲销出库单' });
