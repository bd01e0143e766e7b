import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { dealer, may, post, read } from '~/shared/endpoint';
import { Id, OptionalId } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import { Printed, PrintInput } from './export/printed.schema';
import {
  AmendInput,
  AuditInput,
  BatchAuditInput,
  ChangeInput,
  CloseInput,
  DecideInput,
  OrderInput,
  OrderQuery,
  PaidInput,
  QuoteInput,
  Reasoned,
  Ref,
} from './form/orderInput.schema';
import { OrderRow } from './views/orderRow.schema';
import {
  Buyer,
  DealerOrderDetail,
  DealerQuotes,
  Difference,
  Done,
  Due,
  FrequentItems,
  OrderDetail,
  OrderVersion,
  Quotes,
  RecentDeals,
  Warehouses,
} from './views/orderView.schema';

const ORG = '/saas-ofc/org/order';
const BIZ = '/saas-ofc/biz/order';
const One = z.object({ id: Id });
const Two = z.object({ id: Id, from: z.number().int().min(1), to: z.number().int().min(1) });
const Copied = Done.extend({ skipped: z.array(z.string()) });
const Counts = z.object({ counts: z.record(z.string(), z.number()) });
const Versions = z.object({ versions: z.array(OrderVersion) });
const Diff = z.object({ diff: z.array(Difference) });

const RecentInput = z.object({ skuId: Id, exceptOrderId: OptionalId });

const sees = may(...codes.ORDER_READERS);
const writes = may(codes.ORDER_ADD, codes.ORDER_EDIT);
const enters = may(codes.ORDER_ADD, codes.ORDER_EDIT, codes.ORDER_CHANGE, codes.ORDER_AUDIT);

export const orderPage = read(`${ORG}/page`, may(codes.ORDER_MANAGE), OrderQuery, pageOf(OrderRow), { title: '订单列表' });
export const orderCounts = read(`${ORG}/counts`, may(codes.ORDER_MANAGE), z.object({}), Counts, { title: '各状态订单数' });
export const orderDetail = read(`${ORG}/detail`, sees, One, OrderDetail, { title: '订单详情' });
export const orderVersions = read(`${ORG}/versions`, sees, One, Versions, { title: '订单版本记录' });
export const versionDiff = read(`${ORG}/versionDiff`, sees, Two, Diff, { title: '两个版本的差异' });
export const orderQuote = read(`${ORG}/quote`, enters, QuoteInput, Quotes, { title: '录单试算：价格、起订、库存' });
export const orderBuyer = read(`${ORG}/buyer`, enters, z.object({ customerId: Id }), Buyer, { title: '录单客户：地址与资金' });
export const orderWarehouses = read(`${ORG}/warehouses`, enters, z.object({}), Warehouses, { title: '可选发货仓' });
export const orderFrequentItems = read(`${ORG}/often`, enters, z.object({ customerId: Id }), FrequentItems, { title: '客户的常购商品' });
export const orderRecentDeals = read(
  `${ORG}/recentDeals`,
  may(codes.ORDER_MANAGE, codes.ORDER_ADD, codes.ORDER_EDIT, codes.ORDER_CHANGE, codes.ORDER_AUDIT),
  RecentInput.extend({ customerId: Id }),
  RecentDeals,
  { title: '客户某商品的最近成交价' },
);
export const orderSave = post(`${ORG}/save`, writes, OrderInput, Done, { title: '保存订单草稿' });
export const orderPlace = post(`${ORG}/place`, writes, OrderInput, Done, { title: '保存并提交订单' });
export const orderSubmit = post(`${ORG}/submit`, writes, Ref, Done, { title: '提交订单' });
export const orderWithdraw = post(`${ORG}/withdraw`, writes, Ref, Done, { title: '撤回待审核订单' });
export const orderDelete = post(`${ORG}/delete`, writes, Ref, z.object({}), { title: '删除草稿' });
export const orderCopy = post(`${ORG}/copy`, may(codes.ORDER_ADD), One, Copied, { title: '复制为新草稿' });
export const orderAudit = post(`${ORG}/audit`, may(codes.ORDER_AUDIT), AuditInput, Done, { title: '审核通过订单' });
export const orderReject = post(`${ORG}/reject`, may(codes.ORDER_AUDIT), Reasoned, Done, { title: '驳回订单' });
export const orderBatchAudit = post(`${ORG}/batchAudit`, may(codes.ORDER_AUDIT), BatchAuditInput, RowResults, { title: '批量审核订单' });
export const orderAmend = post(`${ORG}/batchAmend`, may(codes.ORDER_EDIT), AmendInput, RowResults, { title: '批量修改业务员或内部备注' });
export const orderDue = read(`${ORG}/due`, may(codes.FUND_CONFIRM), One, Due, { title: '待付款订单的应付与可用余额' });
export const orderConfirmPaid = post(`${ORG}/confirmPaid`, may(codes.FUND_CONFIRM), PaidInput, Done, { title: '确认订单到款' });
export const orderChange = post(`${ORG}/change`, may(codes.ORDER_CHANGE), ChangeInput, Done, { title: '申请变更订单' });
export const orderDecideChange = post(`${ORG}/decideChange`, may(codes.ORDER_AUDIT), DecideInput, Done, { title: '审批订单变更' });
export const orderWithdrawChange = post(`${ORG}/withdrawChange`, may(codes.ORDER_CHANGE), Ref, Done, { title: '撤回变更申请' });
export const orderClose = post(`${ORG}/close`, may(codes.ORDER_CLOSE), CloseInput, Done, { title: '结单（整单或按行）' });
export const orderCancel = post(`${ORG}/cancel`, may(codes.ORDER_CANCEL), Reasoned, Done, { title: '取消订单' });

const printer = may(...codes.ORDER_READERS);
export const printCounts = read('/saas-ofc/org/print/counts', printer, Printed, Counts, { title: '单据打印次数' });
export const printRecord = post('/saas-ofc/org/print/record', printer, PrintInput, z.object({}), { title: '记录打印' });

export const myOrderPage = read(`${BIZ}/page`, dealer, OrderQuery, pageOf(OrderRow.omit({ salesName: true, short: true, sendable: true })), {
  title: '我的订单',
});
export const myOrderCounts = read(`${BIZ}/counts`, dealer, z.object({}), Counts, { title: '我的各状态订单数' });
export const myOrderDetail = read(`${BIZ}/detail`, dealer, One, DealerOrderDetail, { title: '我的订单详情' });
export const myOrderVersions = read(`${BIZ}/versions`, dealer, One, Versions, { title: '我的订单版本记录' });
export const myVersionDiff = read(`${BIZ}/versionDiff`, dealer, Two, Diff, { title: '我的订单两个版本的差异' });
export const myOrderQuote = read(`${BIZ}/quote`, dealer, QuoteInput, DealerQuotes, { title: '下单试算' });
export const myBuyer = read(`${BIZ}/buyer`, dealer, z.object({}), Buyer, { title: '我的地址与资金' });
export const myFrequentItems = read(`${BIZ}/often`, dealer, z.object({}), FrequentItems, { title: '我的常购商品与收藏' });
export const myRecentDeals = read(`${BIZ}/recentDeals`, dealer, RecentInput, RecentDeals, { title: '我的某商品最近成交价' });
export const myFavourite = post(`${BIZ}/favourite`, dealer, z.object({ skuId: Id, on: z.boolean() }), z.object({}), { title: '收藏或取消收藏商品' });
export const myOrderSave = post(`${BIZ}/save`, dealer, OrderInput, Done, { title: '保存我的订单草稿' });
export const myOrderPlace = post(`${BIZ}/place`, dealer, OrderInput, Done, { title: '下单' });
export const myOrderSubmit = post(`${BIZ}/submit`, dealer, Ref, Done, { title: '提交我的订单' });
export const myOrderWithdraw = post(`${BIZ}/withdraw`, dealer, Ref, Done, { title: '撤回我的订单' });
export const myOrderDelete = post(`${BIZ}/delete`, dealer, Ref, z.object({}), { title: '删除我的草稿' });
export const myOrderCopy = post(`${BIZ}/copy`, dealer, One, Copied, { title: '再来一单' });
export const myOrderCancel = post(`${BIZ}/cancel`, dealer, Reasoned, Done, { title: '取消我的订单（审核前）' });
export const myRequestCancel = post(`${BIZ}/requestCancel`, dealer, Reasoned, Done, { title: '申请取消（审核后）' });
export const myOrderChange = post(`${BIZ}/change`, dealer, ChangeInput, Done, { title: '申请变更我的订单' });
export const myWithdrawChange = post(`${BIZ}/withdrawChange`, dealer, Ref, Done, { title: '撤回我的变更申请' });
