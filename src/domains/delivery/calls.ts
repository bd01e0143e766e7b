import { z } from 'zod';
import { DELIVER_ADD, DELIVER_MANAGE, DELIVER_OUT, DELIVER_REVERSE, DELIVER_SIGN, DELIVERY_READERS, ORDER_MANAGE } from '~/portal/permissions';
import { dealer, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  CancelDelivery,
  DeliveryDetail,
  DeliveryForm,
  DeliveryQuery,
  DeliveryRef,
  DeliveryRow,
  FormData,
  Logistic,
  PackagesInput,
  ReverseDelivery,
  SignInput,
  ToDeliverQuery,
  ToDeliverRow,
} from './delivery.schema';
import { TraceInput } from './packing.schema';
import { PickInput, Picks } from './picks.schema';

const Ref = z.object({ id: Id });
const Stepped = z.object({ id: Id, no: z.string(), status: z.string(), version: z.number() });
const ORG = '/saas-ofc/org/deliver';
const BIZ = '/saas-ofc/biz/deliver';

export const toDeliverList = read(`${ORG}/pageOrders`, may(DELIVER_MANAGE), ToDeliverQuery, pageOf(ToDeliverRow), { title: '待发货订单' });
export const newDelivery = read(
  `${ORG}/draft`,
  may(DELIVER_ADD),
  z.object({ orderIds: z.array(Id).min(1, '请选择要发货的订单').max(50, '一次最多合并50张订单'), warehouseId: Id.optional() }),
  FormData,
  { title: '新建发货单的初始内容' },
);
export const editDelivery = read(`${ORG}/editing`, may(DELIVER_ADD), Ref, FormData, { title: '编辑发货单的初始内容' });
export const deliveryList = read(`${ORG}/page`, may(DELIVER_MANAGE), DeliveryQuery, pageOf(DeliveryRow), { title: '发货单列表' });
export const deliveryDetail = read(`${ORG}/detail`, may(...DELIVERY_READERS), Ref, DeliveryDetail, { title: '发货单详情' });
export const saveDelivery = post(`${ORG}/save`, may(DELIVER_ADD), DeliveryForm, Stepped, { title: '新建或编辑发货单' });
export const shipDelivery = post(`${ORG}/out`, may(DELIVER_OUT), DeliveryRef, Stepped, { title: '确认出库' });
export const cancelDelivery = post(`${ORG}/cancel`, may(DELIVER_ADD), CancelDelivery, Stepped, { title: '取消发货单' });
export const reverseDelivery = post(`${ORG}/reverse`, may(DELIVER_REVERSE), ReverseDelivery, Stepped, { title: '冲销发货单' });
export const signForDealer = post(`${ORG}/sign`, may(DELIVER_SIGN), SignInput, Stepped, { title: '代签收' });
export const savePackages = post(`${ORG}/packages`, may(DELIVER_ADD, DELIVER_OUT), PackagesInput, Stepped, { title: '维护包裹' });
export const addTrace = post(`${ORG}/trace`, may(DELIVER_ADD, DELIVER_OUT), TraceInput, Ref, { title: '登记物流轨迹' });
export const deliveryPicks = read(`${ORG}/picks`, may(DELIVER_MANAGE), Ref, Picks, { title: '发货单的拣货批次' });
export const savePicks = post(`${ORG}/picks/save`, may(DELIVER_ADD, DELIVER_OUT), PickInput, Stepped, { title: '指定拣货批次' });
export const orderLogistic = read(`${ORG}/logistic`, may(ORDER_MANAGE, DELIVER_MANAGE), z.object({ orderId: Id }), Logistic, { title: '订单物流' });
export const myLogistic = read(`${BIZ}/logistic`, dealer, z.object({ orderId: Id }), Logistic, { title: '我的订单物流' });
export const signMine = post(`${BIZ}/sign`, dealer, SignInput, Stepped, { title: '确认签收' });
