import { apps } from '~/portal/apps';
import type { Me } from '~/portal/me';
import * as may from '~/portal/permissions';
import { allPermissions } from '~/portal/permissionTree';

const base: Me = {
  accountId: '',
  name: '示例',
  mobile: '',
  loginAccount: '',
  userType: 1,
  identity: '1',
  tenantId: 0n,
  tenantName: '示例防水科技股份有限公司',
  trusteeship: false,
  memberId: '1',
  isAdmin: false,
  customerId: null,
  customerName: '',
  customerType: 2,
  permissions: new Set(),
  apps: apps.map(({ key }) => key),
  tenants: [],
  customerTenants: [],
};
const dealer = { identity: '2', memberId: null, customerId: '1', customerName: '宁波海曙防水工程部' } as const;

/** People as the menus tell them apart. */
export const people: readonly { who: string; note: string; me: Me }[] = [
  { who: '厂家管理员', note: '持有全部权限，企业开通了全部应用；还没有页面的应用不出现', me: { ...base, isAdmin: true, permissions: new Set(allPermissions) } },
  { who: '订单专员', note: '只有订单管理和新建订单', me: { ...base, permissions: new Set([may.ORDER_MANAGE, may.ORDER_ADD]) } },
  { who: '仓管', note: '只有发货和库存', me: { ...base, permissions: new Set([may.DELIVER_MANAGE, may.STOCK_MANAGE, may.STOCK_IN]) } },
  { who: '没有角色的成员', note: '没有任何权限，只剩人人都有的页面', me: base },
  { who: '经销商', note: '只看得到首页和自己的订单', me: { ...base, ...dealer, userType: 2 } },
  {
    who: '厂家兼经销商，经销商身份',
    note: '同一个人切换身份后，菜单和经销商一样',
    me: { ...base, ...dealer, userType: 3, permissions: new Set(allPermissions) },
  },
  { who: '未开通订单管家的厂家', note: '应用没有开通，权限在手也没有菜单', me: { ...base, apps: [], permissions: new Set(allPermissions) } },
];
