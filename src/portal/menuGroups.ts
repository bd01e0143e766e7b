/**
 * The groups menus stand in, with the tag other programs name each by and its icon of Lucide's. A group that several apps have (设置) carries one tag
 * and icon in all of them. `portal/menuTags.ts` has the tags of entries; no tag stands in both.
 */
export const menuGroups = [
  { name: '首页', tag: 'home_group', icon: 'House' },
  { name: '概览', tag: 'overview_group', icon: 'Gauge' },
  { name: '订单', tag: 'order_group', icon: 'ClipboardList' },
  { name: '发货', tag: 'delivery_group', icon: 'Truck' },
  { name: '开票', tag: 'billing_group', icon: 'ReceiptText' },
  { name: '商品', tag: 'product_group', icon: 'Boxes' },
  { name: '价格', tag: 'price_group', icon: 'Tags' },
  { name: '客户', tag: 'customer_group', icon: 'Users' },
  { name: '库存', tag: 'stock_group', icon: 'Warehouse' },
  { name: '财务', tag: 'finance_group', icon: 'CircleDollarSign' },
  { name: '资金', tag: 'fund_group', icon: 'Wallet' },
  { name: '应收', tag: 'receivable_group', icon: 'HandCoins' },
  { name: '回款', tag: 'receipt_group', icon: 'Banknote' },
  { name: '调整与争议', tag: 'dispute_group', icon: 'Scale' },
  { name: '催收', tag: 'collection_group', icon: 'PhoneCall' },
  { name: '授信', tag: 'credit_line_group', icon: 'Landmark' },
  { name: '用信', tag: 'credit_use_group', icon: 'CreditCard' },
  { name: '还款', tag: 'repayment_group', icon: 'CalendarClock' },
  { name: '合同', tag: 'contract_group', icon: 'FilePen' },
  { name: '流程', tag: 'process_group', icon: 'ListChecks' },
  { name: '设置', tag: 'settings_group', icon: 'Settings' },
  { name: '系统设置', tag: 'system_group', icon: 'Settings' },
  { name: '消息', tag: 'message_group', icon: 'MessageSquare' },
  { name: '组织与权限', tag: 'organization_group', icon: 'UsersRound' },
  { name: '企业信息', tag: 'company_group', icon: 'Building2' },
] as const;

type Group = (typeof menuGroups)[number];
export type MenuGroupName = Group['name'];
export type MenuIcon = Group['icon'];

const byName = new Map<MenuGroupName, Group>(menuGroups.map((group) => [group.name, group]));
export const menuGroupOf = (name: MenuGroupName): Group => byName.get(name) as Group;
