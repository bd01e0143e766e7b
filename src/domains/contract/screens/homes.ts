import type { PortalPath } from '~/portal/screens';
import { CONTRACT_HOMES } from '../contract';

/** Contracts stand in two apps under their own addresses; a page leads to the others of its app. */
export type Home = (typeof CONTRACT_HOMES)[number] | '/portal/supplyChain/dealer/smartContract';
export const ORDER_HOME = CONTRACT_HOMES[0];
export const DEALER_HOME = '/portal/supplyChain/dealer/smartContract';

/** Where documents contracts are made from are looked at. */
export const bizPages: Record<string, PortalPath> = {
  order: '/portal/supplyChain/factory/order/detail',
  projectPrice: '/portal/supplyChain/factory/projectPrice/detail',
  credit_apply: '/portal/creditSystem/creditCreate/{id}',
  credit_order: '/portal/creditSystem/useCredit/list/{id}',
  urge_case: '/portal/receiveAdmin/collection/detail',
  statement: '/portal/supplyChain/factory/finance/receivables/accountCheckDetail',
};
export const myBizPages: Record<string, PortalPath> = {
  order: '/portal/supplyChain/dealer/order/detail',
  statement: '/portal/supplyChain/dealer/accountCheckDetail',
};
