import type { Me, UserType } from './me';

export type AppKey = 'home' | 'guard' | 'estate' | 'order' | 'credit' | 'receivables' | 'factory' | 'open' | 'common';

export interface App {
  key: AppKey;
  name: string;
  /** The spec's app number, kept where the guard speaks of "app 3". */
  number: string;
  types: readonly UserType[];
  /** How the menu tree and other systems name it. */
  tag: string;
  /** Tenants switch these modules on and off. */
  module: boolean;
  /** Its own address, which leads to the page it opens on; an app without pages has none. */
  root?: string;
  /** Where it opens for those who may see that screen; everybody else gets the first of the menu. */
  lands?: string;
}

/** In rail order. `common` holds shared pages (customers, messages) and is not an entry of the rail. */
export const apps: readonly App[] = [
  { key: 'home', name: '首页', tag: 'home', number: '0', types: [1, 2, 3], module: false },
  { key: 'guard', name: '客户卫士', tag: 'customer_guard', number: '1', types: [1, 3], module: true },
  { key: 'estate', name: '开发商评估', tag: 'developer_evaluation', number: '2', types: [1, 3], module: true },
  { key: 'order', name: '订单管家', tag: 'supply_chain', number: '3', types: [1, 2, 3], module: true, root: '/portal/supplyChain' },
  { key: 'credit', name: '赊销管家', tag: 'credit_sale', number: '4', types: [1, 3], module: true, root: '/portal/creditSystem' },
  { key: 'receivables', name: '应收管家', tag: 'receivables_steward', number: '5', types: [1, 3], module: true, root: '/portal/receiveAdmin' },
  { key: 'factory', name: '厂家服务平台', tag: 'factory_service', number: '6', types: [1, 3], module: true, root: '/portal/factoryService' },
  {
    key: 'open',
    name: '系统设置',
    tag: 'open_platform',
    number: '8',
    types: [1, 3],
    module: false,
    root: '/portal/openPlatform',
    lands: '/portal/openPlatform/developer',
  },
];

/** The app whose own address a path is, in any case and with or without a trailing slash. */
export function appAt(path: string): AppKey | undefined {
  const asked = path.toLowerCase().replace(/\/+$/, '');
  return apps.find(({ root }) => root?.toLowerCase() === asked)?.key;
}

export function mayUseApp(me: Pick<Me, 'userType' | 'customerId' | 'apps'>, key: AppKey): boolean {
  if (key === 'common') return true;
  const app = apps.find((one) => one.key === key);
  if (!app?.types.includes(me.userType)) return false;
  if (me.customerId !== null && key !== 'home' && key !== 'order') return false;
  return !app.module || me.apps.includes(key);
}

/** Where a tenant's customers and projects are met: every app stands on them, so they belong to none. The first of these that is open shows them. */
const hosts: readonly AppKey[] = ['order', 'credit', 'receivables', 'guard', 'open'];
export const hostOf = (me: Pick<Me, 'userType' | 'customerId' | 'apps'>): AppKey => hosts.find((key) => mayUseApp(me, key)) ?? 'home';

/** The module a call belongs to, from its path; calls outside every module are always on. */
export function moduleOfPath(path: string): AppKey | null {
  if (/^\/saas-ofc\/(org|biz)\/project\//.test(path)) return null;
  if (/^\/(saas-ofc|saas-account|saas-marketing)\//.test(path)) return 'order';
  if (path.startsWith('/saas-credit/')) return 'credit';
  if (path.startsWith('/saas-arm/')) return 'receivables';
  return null;
}
