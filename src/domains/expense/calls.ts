import { z } from 'zod';
import { FUND_CONFIRM, FUND_EXPENSE, FUND_MANAGE, ORDER_MANAGE } from '~/portal/permissions';
import { dealer, dealerOr, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  ConfirmInput,
  ExpenseDetail,
  ExpenseForm,
  ExpenseQuery,
  ExpenseQuote,
  ExpenseReason,
  ExpenseRow,
  GoodsOptions,
  GoodsQuery,
  MyLot,
  MyLotQuery,
  QuoteInput,
} from './expense.schema';

const EXPENSE = '/saas-account/v1/account/expense';
const Ref = z.object({ id: Id });
const Made = z.object({ id: Id, no: z.string() });
const Count = z.object({ count: z.number() });
const sees = may(FUND_MANAGE);

export const expenseList = read(`${EXPENSE}/page`, sees, ExpenseQuery, pageOf(ExpenseRow), { title: '费用单列表' });
export const expenseDetail = read(`${EXPENSE}/detail`, sees, Ref, ExpenseDetail, { title: '费用单详情' });
export const expenseSave = post(`${EXPENSE}/save`, may(FUND_EXPENSE), ExpenseForm, Made, { title: '新建费用单' });
export const expenseConfirm = post(`${EXPENSE}/confirm`, may(FUND_CONFIRM), ConfirmInput, Count, { title: '确认费用入账（可批量，须重新输入金额）' });
export const expenseReject = post(`${EXPENSE}/reject`, may(FUND_CONFIRM), ExpenseReason, Ref, { title: '驳回费用单' });
export const expenseReverse = post(`${EXPENSE}/reverse`, may(FUND_CONFIRM), ExpenseReason, Ref, { title: '冲销费用单' });
export const expenseGoods = read(`${EXPENSE}/goods`, may(FUND_EXPENSE), GoodsQuery, GoodsOptions, { title: '费用可指定的分类和商品' });
export const expenseQuote = read(`${EXPENSE}/quote`, dealerOr(ORDER_MANAGE), QuoteInput, ExpenseQuote, { title: '订单可用的费用' });
export const myLots = read('/saas-account/v1/account/my/expense/page', dealer, MyLotQuery, pageOf(MyLot), { title: '我的费用' });
