import { z } from 'zod';
import { BatchSteps } from '~/domains/warehouse/stockDoc.schema';
import { STOCK_AUDIT, STOCK_COUNT, STOCK_MANAGE } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import {
  CountAgain,
  CountCancel,
  CountDetail,
  CountEntry,
  CountForm,
  CountLine,
  CountLineQuery,
  CountQuery,
  CountRow,
  CountScan,
  CountStep,
} from './count.schema';

const COUNT = '/saas-ofc/org/stock/count';
const Ref = z.object({ id: Id });
const Saved = z.object({ id: Id, no: z.string(), version: z.number() });
const counts = may(STOCK_COUNT);
const sees = may(STOCK_MANAGE, STOCK_COUNT);

export const countList = read(`${COUNT}/page`, sees, CountQuery, pageOf(CountRow), { title: '盘点单列表' });
export const countDetail = read(`${COUNT}/detail`, sees, Ref, CountDetail, { title: '盘点单详情' });
export const countLines = read(`${COUNT}/lines`, sees, CountLineQuery, pageOf(CountLine), { title: '盘点明细' });
export const countScan = read(`${COUNT}/scan`, counts, CountScan, CountLine, { title: '按条码或编码查找盘点商品' });
export const countSave = post(`${COUNT}/save`, counts, CountForm, Saved, { title: '新建盘点单' });
export const countStart = post(`${COUNT}/start`, counts, CountStep, Saved, { title: '开始盘点' });
export const countEnter = post(`${COUNT}/enter`, counts, CountEntry, z.object({ lines: z.array(CountLine) }), { title: '录入实盘数量' });
export const countSubmit = post(`${COUNT}/submit`, counts, CountStep, Saved, { title: '提交盘点复核' });
export const countAgain = post(`${COUNT}/again`, may(STOCK_COUNT, STOCK_AUDIT), CountAgain, Saved, { title: '要求复盘或撤回复核' });
export const countPass = post(`${COUNT}/pass`, may(STOCK_AUDIT), BatchSteps, RowResults, { title: '复核通过并完成盘点' });
export const countCancel = post(`${COUNT}/cancel`, counts, CountCancel, Saved, { title: '作废盘点单' });
