import type { AppKey } from './apps';
import { screens } from './screens';

/** The five services a prospect reads about: their page, their app, and the help that belongs to them. */
export const services = [
  { key: 'orderMaster', app: 'order', name: '订单管家', brief: '下单、审核、发货、签收、应收一条线' },
  { key: 'customerGuard', app: 'guard', name: '客户卫士', brief: '客户画像、风险雷达与分层' },
  { key: 'creditManager', app: 'credit', name: '赊销管家', brief: '授信额度、用信与还款' },
  { key: 'receiveAdmin', app: 'receivables', name: '应收管家', brief: '应收计划、回款与催收' },
  { key: 'riskExperts', app: 'estate', name: '风控专家', brief: '专家评估与预警研判' },
] as const satisfies readonly { key: string; app: AppKey; name: string; brief: string }[];
export type ServiceKey = (typeof services)[number]['key'];

/** A service is open once its app has a screen: the intro pages never promise more than the screen table holds. */
export const isOpen = (app: AppKey): boolean => screens.some((screen) => screen.app === app);

export const introPath = (key: ServiceKey): string => `/portal/introduce/${key}`;

export const HOME = '/portal/temphome';
export const LOGIN = '/portal/login';
export const REGISTER = '/portal/register';
export const AGREEMENT = '/portal/legal/agreement';
export const PRIVACY = '/portal/legal/privacy';
