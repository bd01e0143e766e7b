import { z } from 'zod';
import { allStatuses, type orderStates } from './order';
import { offeredPayMethods } from './payment/payMethod';

export type OrderStatus = keyof typeof orderStates;
export const OrderStatus = z.enum(allStatuses as [OrderStatus, ...OrderStatus[]]);
export const PayMethod = z.enum(['BALANCE', 'CREDIT', 'OFFLINE', 'MIXED']);
/** What people may choose today. */
export const OfferedPayMethod = z.enum(offeredPayMethods, '请选择支付方式');
export const PayState = z.enum(['NONE', 'UNPAID', 'HELD', 'PART', 'PAID']);
export const OrderSource = z.enum(['FACTORY', 'DEALER', 'IMPORT', 'API']);
export const LineSource = z.enum(['PROJECT', 'CUSTOMER', 'STRATEGY', 'ACTIVITY', 'LIST', 'MANUAL', 'GIFT']);
