import { z } from 'zod';
import { ORDER_MANAGE, REVERSE_ADD, REVERSE_AUDIT, REVERSE_MANAGE, REVERSE_READERS, REVERSE_RECEIVE, REVERSE_REFUND } from '~/portal/permissions';
import { dealer, may, post, read } from '~/shared/endpoint';
import { FilterId, Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  CancelInput,
  MyReturnDetail,
  PassInput,
  ReceiveInput,
  RefundInput,
  RejectInput,
  ReturnableOrder,
  ReturnableOrderQuery,
  ReturnDetail,
  ReturnForm,
  ReturnFormData,
  ReturnQuery,
  ReturnRef,
  ReturnRow,
  ReturnStepped,
  ReturnWarehouses,
  SendInput,
} from './return.schema';

const Ref = z.object({ id: Id });
/** A new return of an order, or the draft `id`. */
const Opening = z.object({ orderId: FilterId, id: FilterId });
const ORG = '/saas-ofc/org/reverse';
const BIZ = '/saas-ofc/biz/reverse';

export const returnList = read(`${ORG}/page`, may(REVERSE_MANAGE), ReturnQuery, pageOf(ReturnRow), { title: '退货单列表' });
export const returnsOfOrder = read(`${ORG}/ofOrder`, may(ORDER_MANAGE, ...REVERSE_READERS), z.object({ orderId: Id }), z.object({ rows: z.array(ReturnRow) }), {
  title: '订单的退货单',
});
export const returnDetail = read(`${ORG}/detail`, may(...REVERSE_READERS), Ref, ReturnDetail, { title: '退货单详情' });
export const returnForm = read(`${ORG}/draft`, may(REVERSE_ADD), Opening, ReturnFormData, { title: '新建退货单的初始内容' });
export const returnableOrders = read(`${ORG}/orders`, may(REVERSE_ADD), ReturnableOrderQuery, pageOf(ReturnableOrder), { title: '可退货的订单' });
export const returnWarehouses = read(`${ORG}/warehouses`, may(REVERSE_RECEIVE), z.object({}), ReturnWarehouses, { title: '退货入库仓库' });
export const applyReturn = post(`${ORG}/apply`, may(REVERSE_ADD), ReturnForm, ReturnStepped, { title: '新建退货单' });
export const submitReturn = post(`${ORG}/submit`, may(REVERSE_ADD), ReturnRef, ReturnStepped, { title: '提交退货单' });
export const withdrawReturn = post(`${ORG}/withdraw`, may(REVERSE_ADD), ReturnRef, ReturnStepped, { title: '撤回退货单' });
export const passReturn = post(`${ORG}/audit`, may(REVERSE_AUDIT), PassInput, ReturnStepped, { title: '退货审核通过' });
export const rejectReturn = post(`${ORG}/reject`, may(REVERSE_AUDIT), RejectInput, ReturnStepped, { title: '驳回退货单' });
export const sendReturn = post(`${ORG}/send`, may(REVERSE_ADD), SendInput, ReturnStepped, { title: '填写退货物流' });
export const receiveReturn = post(`${ORG}/receive`, may(REVERSE_RECEIVE), ReceiveInput, ReturnStepped, { title: '退货收货验收' });
export const refundReturn = post(`${ORG}/refund`, may(REVERSE_REFUND), RefundInput, ReturnStepped, { title: '确认退款' });
export const cancelReturn = post(`${ORG}/cancel`, may(REVERSE_ADD), CancelInput, ReturnStepped, { title: '取消退货单' });

export const myReturnList = read(`${BIZ}/page`, dealer, ReturnQuery, pageOf(ReturnRow), { title: '我的退货单' });
export const myReturnsOfOrder = read(`${BIZ}/ofOrder`, dealer, z.object({ orderId: Id }), z.object({ rows: z.array(ReturnRow) }), {
  title: '我的订单的退货单',
});
export const myReturnDetail = read(`${BIZ}/detail`, dealer, Ref, MyReturnDetail, { title: '我的退货单详情' });
export const myReturnForm = read(`${BIZ}/draft`, dealer, Opening, ReturnFormData, { title: '申请退货的初始内容' });
export const applyMyReturn = post(`${BIZ}/apply`, dealer, ReturnForm, ReturnStepped, { title: '申请退货' });
export const submitMyReturn = post(`${BIZ}/submit`, dealer, ReturnRef, ReturnStepped, { title: '提交退货申请' });
export const withdrawMyReturn = post(`${BIZ}/withdraw`, dealer, ReturnRef, ReturnStepped, { title: '撤回退货申请' });
export const sendMyReturn = post(`${BIZ}/send`, dealer, SendInput, ReturnStepped, { title: '填写寄回物流' });
export const cancelMyReturn = post(`${BIZ}/cancel`, dealer, CancelInput, ReturnStepped, { title: '取消退货申请' });
