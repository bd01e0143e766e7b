import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { activityList } from '~/domains/activity/calls';
import { billingList, myBillingList } from '~/domains/billing/calls';
import { caseList } from '~/domains/collection/calls';
import { contractList, templateList } from '~/domains/contract/calls';
import { accountList as creditAccounts, creditOrderList } from '~/domains/credit/calls';
import { applyList } from '~/domains/creditApply/calls';
import { customerList } from '~/domains/customer/calls';
import { deliveryList, newDelivery, saveDelivery, toDeliverList } from '~/domains/delivery/calls';
import { configRead, configSave, syncPreview } from '~/domains/directory/calls';
import { usualMapping } from '~/domains/directory/directory';
import { expenseSave } from '~/domains/expense/calls';
import { fileUpload } from '~/domains/file/calls';
import { accountList, depositSave, holdList, withdrawalAsk } from '~/domains/finance/calls';
import { appCreate, appList } from '~/domains/integration/calls';
import { myOrderPage, orderPage } from '~/domains/order/calls';
import { customerPriceList } from '~/domains/price/calls';
import { priceChangeList } from '~/domains/price/change/calls';
import { strategyList } from '~/domains/priceStrategy/calls';
import { strategyChangeList } from '~/domains/priceStrategy/change/calls';
import { productList } from '~/domains/product/calls';
import { projectList } from '~/domains/project/calls';
import { projectPriceList } from '~/domains/projectPrice/calls';
import { receiptList, receivableBook } from '~/domains/receivable/calls';
import { adjustList, planList as arPlans, disputeList, customerList as owingCustomers, payList } from '~/domains/receivablePlan/calls';
import { paymentList, planList } from '~/domains/repayment/calls';
import { applyMyReturn, myReturnForm, myReturnList, returnableOrders, returnList } from '~/domains/return/calls';
import { roleList } from '~/domains/role/calls';
import { statementAdjust, statementList } from '~/domains/statement/calls';
import { myStatements } from '~/domains/statement/myCalls';
import { countList } from '~/domains/stockCount/calls';
import { transferList } from '~/domains/stockTransfer/calls';
import { stockInList, stockOutList } from '~/domains/warehouse/calls';
import { processList } from '~/domains/workflow/processCalls';
import { taskList } from '~/domains/workflow/taskCalls';
import { ORDER_MANAGE } from '~/portal/permissions';
import type { Endpoint, InputOf } from '~/shared/endpoint';
import { factoryDraft } from './orders';
import { ask, D, F } from './people';

/** The id of the first row of a list. */
const first =
  <E extends Endpoint>(list: E, query: Record<string, unknown> = {}, key = 'id') =>
  async (page: Page): Promise<string> => {
    const answer = (await ask(page, list, { pageSize: 1, ...query } as InputOf<E>)) as { pagedRecords: { id: string }[] };
    const [row] = answer.pagedRecords;
    if (!row) throw new Error(`${list.path} has no row like ${JSON.stringify(query)}`);
    return `${key}=${row.id}`;
  };

async function owingCustomer(page: Page): Promise<string> {
  const { pagedRecords } = await ask(page, owingCustomers, { pageSize: 1 });
  if (!pagedRecords[0]) throw new Error('nobody owes anything');
  return `id=${pagedRecords[0].customerId}`;
}

async function waitingDelivery(page: Page): Promise<string> {
  const query = await first(toDeliverList)(page);
  const form = await ask(page, newDelivery, { orderIds: [query.replace('id=', '')] });
  const line = form.lines.find((one) => Number(one.deliverable) >= 1);
  if (!line) throw new Error('the first order to deliver has nothing in stock');
  const { id } = await ask(
    page,
    saveDelivery,
    { warehouseId: form.warehouseId, shipWay: 'SELF', freight: '0.00', lines: [{ orderLineId: line.orderLineId, qty: '1' }] },
    randomUUID(),
  );
  return `id=${id}`;
}

/** Expense that waits to be confirmed. */
async function enteredExpense(page: Page): Promise<string> {
  const [account] = (await ask(page, accountList, { pageSize: 1 })).pagedRecords;
  const { id } = await ask(page, expenseSave, { customerId: account?.customerId ?? '', kind: 'REBATE', amount: '88.00' }, randomUUID());
  return `id=${id}`;
}

/** A balance a customer takes out. */
async function askedWithdrawal(page: Page): Promise<string> {
  const { pagedRecords } = await ask(page, accountList, { pageSize: 1, descs: 'available' });
  const to = { payee: '东湖建材', bank: '工商银行杭州分行', bankAccount: '6222021202041234567' };
  const { id } = await ask(page, withdrawalAsk, { customerId: pagedRecords[0]?.customerId ?? '', amount: '1.00', ...to }, randomUUID());
  return `id=${id}`;
}

/** A correction that waits for somebody else. */
async function anAdjust(page: Page): Promise<string> {
  const [row] = (await ask(page, statementList, { status: 'SENT', pageSize: 1 })).pagedRecords;
  const { id } = await ask(page, statementAdjust, { id: row?.id ?? '', version: row?.version ?? 1, amount: '-1.00', reason: '运费多收' }, randomUUID());
  return `id=${id}`;
}

/** A payment the customer reported, with the picture that proves it. */
async function enteredMoney(page: Page): Promise<string> {
  const [account] = (await ask(page, accountList, { pageSize: 1 })).pagedRecords;
  const picture = { name: '回单.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const upload = await page.request.post(`/web${fileUpload.path}`, { multipart: { file: picture, biz: 'VOUCHER' } });
  const { key } = ((await upload.json()) as { data: { key: string } }).data;
  const paidAt = new Date(Date.now() - 3_600_000).toISOString();
  const { id } = await ask(
    page,
    depositSave,
    { customerId: account?.customerId ?? '', amount: '1000.00', payWay: 'CASH', paidAt, voucher: [key] },
    randomUUID(),
  );
  return `id=${id}`;
}

/** A return of this dealer's; one is asked for where none is. */
async function aReturnOfMine(page: Page): Promise<string> {
  const [own] = (await ask(page, myReturnList, { pageSize: 1 })).pagedRecords;
  if (own) return `id=${own.id}`;
  const [order] = (await ask(page, myOrderPage, { status: 'COMPLETED', pageSize: 1 })).pagedRecords;
  const form = await ask(page, myReturnForm, { orderId: order?.id ?? '' });
  const lines = form.lines.slice(0, 1).map(({ deliveryLineId, part }) => ({ deliveryLineId, part, qty: '1' }));
  const { id } = await ask(page, applyMyReturn, { orderId: form.orderId, type: 'RETURN_REFUND', reasonCode: 'QUALITY', lines }, randomUUID());
  return `id=${id}`;
}

async function aProgram(page: Page): Promise<string> {
  const [app] = (await ask(page, appList, { pageSize: 1 })).pagedRecords;
  if (app) return `id=${app.id}`;
  const calls = [`POST ${orderPage.path}`];
  const limits = { ipAllow: [], expiresOn: '', perMinute: 600, perDay: 100_000, dataScope: 'ALL' as const, regions: [], warehouses: [], hiddenFields: [] };
  const { id } = await ask(page, appCreate, { name: '用友ERP', remark: '', kind: 'LIVE', permissions: [ORDER_MANAGE], calls, ...limits }, randomUUID());
  return `id=${id}`;
}

/** A run that has begun to read. */
async function aRun(page: Page): Promise<string> {
  const { config, runId } = await ask(page, configRead, {});
  if (runId) return `id=${runId}`;
  const rules = { rootDepartmentId: '', defaultRoleId: '', handOver: 'LEADER' as const, handOverTo: '', nightly: false, invite: false, ...usualMapping };
  await ask(page, configSave, { ...rules, appKey: 'dingtalk001', appSecret: 'secret-of-nobody-at-all', version: config?.version ?? 0 });
  return `id=${(await ask(page, syncPreview, {})).id}`;
}

async function aProcess(page: Page): Promise<string> {
  const [process] = (await ask(page, processList, {})).processes;
  return `id=${process?.id ?? ''}`;
}

async function aProcessOfATask(page: Page): Promise<string> {
  const [task] = (await ask(page, taskList, { pageSize: 1 })).pagedRecords;
  return `id=${task?.processInstanceId ?? ''}`;
}

/** What a screen needs in its address to show something. */
const queries: Record<string, (page: Page) => Promise<string>> = {
  [`${F}/order/edit`]: async (page) => `id=${(await factoryDraft(page)).id}`,
  [`${F}/order/detail`]: first(orderPage),
  [`${F}/order/audit`]: first(orderPage, { status: 'PENDING_AUDIT' }),
  [`${F}/order/logistic`]: first(orderPage, { status: 'COMPLETED' }),
  [`${F}/deliver/create`]: first(toDeliverList, {}, 'orderIds'),
  [`${F}/deliver/edit`]: waitingDelivery,
  [`${F}/deliver/detail`]: first(deliveryList),
  [`${F}/deliver/detailOld`]: first(deliveryList),
  [`${F}/reverseOrder/detail`]: first(returnList),
  [`${F}/reverseOrder/create`]: first(returnableOrders, {}, 'orderId'),
  [`${D}/reverseOrder/detail`]: aReturnOfMine,
  [`${D}/reverseOrder/create`]: first(myOrderPage, { status: 'COMPLETED' }, 'orderId'),
  [`${F}/product/edit`]: first(productList),
  [`${F}/product/detail`]: first(productList),
  [`${F}/customerPrice/edit`]: first(customerPriceList),
  [`${F}/customerPrice/detail`]: first(customerPriceList),
  [`${F}/customerPrice/change`]: first(priceChangeList),
  [`${F}/pricestrategy/edit`]: first(strategyList),
  [`${F}/pricestrategy/detail`]: first(strategyList),
  [`${F}/pricestrategy/change`]: first(strategyChangeList),
  [`${F}/smartContract/detail`]: first(contractList),
  [`${F}/smartContract/template`]: first(templateList),
  '/portal/factoryService/smartContract/detail': first(contractList),
  [`${D}/smartContract/detail`]: first(contractList),
  [`${F}/projectPrice/detail`]: first(projectPriceList),
  [`${F}/projectPrice/edit`]: first(projectPriceList, { state: 'ACTIVE' }),
  [`${F}/activity/edit`]: first(activityList, { state: 'NOT_STARTED' }),
  [`${F}/activity/detail`]: first(activityList),
  '/portal/creditSystem/quota/list/{id}': first(creditAccounts),
  '/portal/creditSystem/useCredit/list/{id}': first(creditOrderList),
  '/portal/creditSystem/useCreditSuccess': first(creditOrderList),
  '/portal/creditSystem/creditCreate/{id}': first(applyList, { status: 'EFFECTIVE' }),
  '/portal/creditSystem/creditSuccess': first(applyList, { status: 'REVIEWING' }),
  '/portal/creditSystem/repayment/list/{id}': first(planList, { tab: 'OVERDUE' }),
  '/portal/creditSystem/usePaySuccess': first(paymentList),
  '/portal/receiveAdmin/collection/detail': first(caseList),
  '/portal/customer/edit': first(customerList),
  '/portal/customer/detail': first(customerList),
  '/portal/account/role/detail': first(roleList),
  '/portal/account/role/edit': first(roleList),
  '/portal/process/backLog/handle': first(taskList),
  '/portal/process/handleEnd/detail': aProcessOfATask,
  '/portal/openPlatform/api/edit': aProgram,
  '/portal/openPlatform/api/detail': aProgram,
  '/portal/openPlatform/dingtalk/run': aRun,
  '/portal/openPlatform/processConfigEdit': aProcess,
  '/portal/project/edit': first(projectList),
  '/portal/project/detail': first(projectList),
  [`${F}/warehouse/inDetail`]: first(stockInList),
  [`${F}/warehouse/outDetail`]: first(stockOutList),
  [`${F}/warehouse/transfers/detail`]: first(transferList),
  [`${F}/billing/detail`]: first(billingList),
  [`${D}/billing/detail`]: first(myBillingList),
  [`${F}/warehouse/inventory/detail`]: first(countList),
  '/portal/receiveAdmin/infoSearch/detail': first(arPlans),
  '/portal/receiveAdmin/plainForm': first(arPlans, { status: 'DRAFT' }),
  '/portal/receiveAdmin/comInfo/detail': owingCustomer,
  '/portal/receiveAdmin/payInfo/detail': first(payList, { kind: 'RECEIPT' }),
  '/portal/receiveAdmin/payDetail': first(payList, { kind: 'RECEIPT' }),
  '/portal/receiveAdmin/adjust/detail': first(adjustList),
  '/portal/receiveAdmin/dispute/detail': first(disputeList),
  [`${F}/finance/receivables/receivablesDetail`]: first(receivableBook),
  [`${F}/finance/receivables/receiptDetail`]: first(receiptList),
  [`${F}/finance/receivables/accountCheckDetail`]: first(statementList),
  [`${F}/finance/receivables/accountAdjustDetail`]: anAdjust,
  [`${D}/accountCheckDetail`]: first(myStatements),
  [`${F}/finance/accountManage/accountDetail`]: first(accountList),
  [`${F}/finance/accountManage/enterAccountDetail`]: enteredMoney,
  [`${F}/finance/accountManage/expenseAccountDetail`]: enteredExpense,
  [`${F}/finance/accountManage/refundDetail`]: askedWithdrawal,
  [`${F}/finance/accountManage/paymentDetail`]: first(orderPage, { status: 'PENDING_DELIVERY' }),
  [`${F}/finance/accountManage/frozenDetail`]: first(holdList),
  [`${D}/order/detail`]: first(myOrderPage),
  [`${D}/order/logistic`]: first(myOrderPage, { status: 'COMPLETED' }),
};

/** The screen's address with the id of something to show. */
export async function addressOf(page: Page, path: string): Promise<string> {
  const query = queries[path];
  if (!query) return path;
  const asked = await query(page);
  return path.endsWith('/{id}') ? path.replace('{id}', asked.replace(/^id=/, '')) : `${path}?${asked}`;
}
