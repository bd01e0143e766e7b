import type { Screen } from './screens';

const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';
const order = '/portal/help/orderMaster';

/** The help a screen's “?” opens: the longest beginning of its path that stands here. A test holds every target to a question that exists. */
export const screenHelp: readonly (readonly [path: string, help: string])[] = [
  ['/portal/', order],
  ['/portal/temphome', `${order}/start#first-steps`],
  ['/portal/message/', `${order}/account#messages`],
  ['/portal/message/template', `${order}/team#message-template`],
  ['/portal/message/outbox', `${order}/team#message-template`],
  ['/portal/customer/', `${order}/customers#new-customer`],
  ['/portal/customer/import', `${order}/start#import-basics`],
  ['/portal/account/', `${order}/team#role-basics`],
  ['/portal/account/security', `${order}/account#password-rules`],
  ['/portal/account/setOrganization', `${order}/team#department-tree`],
  ['/portal/account/accountNumber/', `${order}/team#hand-over`],
  ['/portal/account/authReal', `${order}/team#real-name`],
  ['/portal/account/accountOpenInfo', `${order}/team#real-name`],
  ['/portal/dataCenter/', `${order}/batch#batch-center`],
  ['/portal/project/', `${order}/customers#project-basics`],
  ['/portal/project/import', `${order}/customers#project-import`],
  ['/portal/register', `${order}/customers#invite-dealer`],
  ['/portal/openPlatform/', `${order}/team#base-settings`],
  ['/portal/openPlatform/dictConfig', `${order}/team#dictionary`],
  ['/portal/openPlatform/log', `${order}/team#operation-log`],
  ['/portal/openPlatform/developer', `${order}/team#developer-mode`],
  ['/portal/creditSystem/', '/portal/help/creditManager'],
  ['/portal/customerGuard/', '/portal/help/customerGuard'],
  ['/portal/realEstate/', '/portal/help/riskExperts'],
  ['/portal/receiveAdmin/', '/portal/help/creditManager/repayment#collection-steps'],
  ['/portal/supplyChain/identify', `${order}/customers#several-factories`],
  [`${F}/guide`, `${order}/start#first-steps`],
  [`${F}/workbench`, `${order}/funds#proof-card`],
  [`${F}/baseConfig`, `${order}/start#base-config`],
  [`${F}/order/`, `${order}/orders#order-states`],
  [`${F}/order/create`, `${order}/orders#paste-order`],
  [`${F}/order/edit`, `${order}/orders#edit-submitted`],
  [`${F}/order/audit`, `${order}/orders#same-person`],
  [`${F}/order/logistic`, `${order}/signing#track`],
  [`${F}/deliver/`, `${order}/stock#reverse-delivery`],
  [`${F}/deliver/orderList`, `${order}/stock#partial-delivery`],
  [`${F}/deliver/create`, `${order}/stock#deliverable-qty`],
  [`${F}/product/`, `${order}/products#shelf-rule`],
  [`${F}/product/attribute`, `${order}/products#sku-attributes`],
  [`${F}/product/import`, `${order}/start#import-basics`],
  [`${F}/productAttr/import`, `${order}/start#import-basics`],
  [`${F}/customerPrice/`, `${order}/products#price-order`],
  [`${F}/customerPrice/edit`, `${order}/products#customer-price-overlap`],
  [`${F}/customerPrice/import`, `${order}/start#import-basics`],
  [`${F}/warehouse/`, `${order}/stock#available`],
  [`${F}/warehouse/outAndInList`, `${order}/stock#stock-flow`],
  [`${F}/warehouse/in`, `${order}/stock#stock-in-audit`],
  [`${F}/warehouse/inList/upload`, `${order}/start#import-basics`],
  [`${F}/finance/receivables/`, `${order}/funds#receivable-born`],
  [`${F}/finance/receivables/receivablesList`, `${order}/funds#aging`],
  [`${F}/finance/receivables/receiptDetail`, `${order}/funds#apply-receipt`],
  [`${F}/finance/accountManage/`, `${order}/funds#held-money`],
  [`${F}/finance/accountManage/enter`, `${order}/funds#enter-account`],
  [`${D}/order/`, `${order}/orders#edit-submitted`],
  [`${D}/order/create`, `${order}/orders#paste-order`],
  [`${D}/order/logistic`, `${order}/signing#sign-goods`],
];

const longestFirst = [...screenHelp].sort(([a], [b]) => b.length - a.length);

export const helpOf = ({ path }: Pick<Screen, 'path'>): string => longestFirst.find(([start]) => path.startsWith(start))?.[1] ?? order;
