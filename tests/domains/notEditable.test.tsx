import '~/domains/activity/api.server';
import '~/domains/contract/api.server';
import '~/domains/delivery/api.server';
import '~/domains/integration/api.server';
import '~/domains/project/api.server';
import '~/domains/projectPrice/api.server';
import '~/domains/receivablePlan/api.server';
import '~/domains/stockTransfer/api.server';
import '~/domains/warehouse/api.server';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import * as activity from '~/domains/activity/activity';
import * as activities from '~/domains/activity/calls';
import ActivityEdit from '~/domains/activity/screens/ActivityEdit';
import * as contracts from '~/domains/contract/calls';
import * as contract from '~/domains/contract/contract';
import ContractForm from '~/domains/contract/screens/ContractForm';
import * as customers from '~/domains/customer/calls';
import { blankCustomer } from '~/domains/customer/customer';
import * as customer from '~/domains/customer/customerNames';
import CustomerForm from '~/domains/customer/screens/CustomerForm';
import * as deliveries from '~/domains/delivery/calls';
import * as delivery from '~/domains/delivery/delivery';
import DeliveryForm from '~/domains/delivery/screens/DeliveryForm';
import * as app from '~/domains/integration/app';
import * as apps from '~/domains/integration/calls';
import AppForm from '~/domains/integration/screens/AppForm';
import * as orders from '~/domains/order/calls';
import { allowed, orderStates } from '~/domains/order/order';
import MyOrderCreate from '~/domains/order/screens/MyOrderCreate';
import OrderEdit from '~/domains/order/screens/OrderEdit';
import * as projects from '~/domains/project/calls';
import * as project from '~/domains/project/project';
import ProjectForm from '~/domains/project/screens/ProjectForm';
import * as sheets from '~/domains/projectPrice/calls';
import * as sheet from '~/domains/projectPrice/projectPrice';
import ProjectPriceEdit from '~/domains/projectPrice/screens/ProjectPriceEdit';
import * as plans from '~/domains/receivablePlan/calls';
import * as plan from '~/domains/receivablePlan/plan';
import PlanForm from '~/domains/receivablePlan/screens/PlanForm';
import * as returns from '~/domains/return/calls';
import * as returned from '~/domains/return/returns';
import ReturnFormPage from '~/domains/return/screens/ReturnFormPage';
import * as transfers from '~/domains/stockTransfer/calls';
import TransferForm from '~/domains/stockTransfer/screens/TransferForm';
import * as transfer from '~/domains/stockTransfer/transfer';
import * as stock from '~/domains/warehouse/calls';
import InForm from '~/domains/warehouse/screens/InForm';
import OutForm from '~/domains/warehouse/screens/OutForm';
import * as stockDoc from '~/domains/warehouse/stockDocState';
import type { Me } from '~/portal/me';
import { ORDER_MANAGE } from '~/portal/permissions';
import { withMe } from '~/server/rendering.server';
import { blankOf } from '~/shared/documentFields';
import type { InputOf } from '~/shared/endpoint';
import { makeMember } from '../support/app';
import { ask, refusalOf } from '../support/catalogue';
import { both } from '../support/contracts';
import { testDatabase } from '../support/database';
import { type Depot, deliveryOf, openDepot, orderOf } from '../support/delivery';
import { applied, delivered, openReturnDesk } from '../support/returns';
import { addWarehouse } from '../support/stock';

const opened = await testDatabase();
let depot: Depot;
let me: Me;
let boss: Me;
beforeAll(async () => {
  depot = await openDepot(opened);
  me = (await makeMember(1n, '经办', 'admin')).me;
  boss = (await makeMember(1n, '主管', 'admin')).me;
});

const drawn = (element: React.ReactElement, who = me) => withMe(who, async () => renderToString(element));
/** A row as any way of the business, or of an import, may have left it. */
const put = (table: string, id: string, set: string) =>
  opened.pool.query(`begin; set local session_replication_role = replica; update ${table} set ${set} where id = '${id}'; commit`);

interface Kind {
  table: string;
  states: Readonly<Record<string, string>>;
  isEditable(state: never): boolean;
  /** What the row holds in a state; not given: its status alone. */
  standing?: Readonly<Record<string, string>>;
  /** The document, as sentences name it. */
  make(): Promise<{ id: string; named: string }>;
  detail: string;
  draw(id: string): Promise<string>;
  save(id: string): Promise<unknown>;
}

const day = "'2026-06-15'::date";
const contractInput = async (): Promise<InputOf<typeof contracts.contractSave>> => {
  if (!(await ask(me, contracts.templateList, { kind: 'OTHER' })).pagedRecords.length) await ask(me, contracts.templateStandard, {});
  const templateId = (await ask(me, contracts.templateList, { kind: 'OTHER' })).pagedRecords[0]?.id as string;
  const own = [{ label: '约定事项', value: '共同推广' }];
  return { kind: 'OTHER', source: 'TEMPLATE', templateId, title: '合作协议', customerId: depot.customers[0], deadline: '2026-12-31', signers: both, own };
};
const sheetInput = (projectId: string): InputOf<typeof sheets.projectPriceSave> => ({
  projectId,
  validFrom: '2026-06-01',
  validTo: '2026-06-30',
  lines: [{ skuId: depot.skus[0], unitId: depot.units.piece, price: '7' }],
});
const projectInput = (name: string) => ({ ...blankOf(project.projectFields), name, customerId: depot.customers[0], attachments: [] });
const activityInput = (): InputOf<typeof activities.activitySave> => ({
  name: '双十二特惠',
  startAt: '2026-07-01T00:00:00Z',
  endAt: '2026-07-02T00:00:00Z',
  items: [{ skuId: depot.skus[0], mode: 'RATE', value: '80' }],
});
const planInput = (): InputOf<typeof plans.planSave> => ({
  customerId: depot.customers[0],
  source: 'MANUAL',
  title: '一期供货',
  total: '1000.00',
  items: [{ nature: 'ADVANCE', amount: '1000.00', dueBy: 'DATE', dueDate: '2026-07-01' }],
});
const docInput = (): InputOf<typeof stock.stockOutSave> => ({
  warehouseId: depot.warehouseId,
  kind: 'USE',
  bizDate: '2026-06-15',
  lines: [{ skuId: depot.skus[0], unitId: depot.units.piece, qty: '2' }],
});
let elsewhere: string | undefined;
const transferInput = async (): Promise<InputOf<typeof transfers.transferSave>> => {
  elsewhere ??= await addWarehouse(opened, depot.me, 'CK02');
  const { kind: _, warehouseId, ...doc } = docInput();
  return { ...doc, fromWarehouseId: warehouseId, toWarehouseId: elsewhere };
};
const ordered = async () => {
  const order = await orderOf(depot, [[0, '10']]);
  return order.lineIds[0] as string;
};

const F = '/portal/supplyChain/factory';
const kinds: Record<string, Kind> = {
  合同: {
    table: 'ct_contract',
    states: contract.contractStates,
    isEditable: contract.isEditable,
    make: async () => {
      const { id, no } = await ask(me, contracts.contractSave, await contractInput());
      return { id, named: `合同${no}` };
    },
    detail: `${F}/smartContract/detail`,
    draw: async (id) => {
      const one = await ask(me, contracts.contractDetail, { id });
      const prefill = await ask(me, contracts.contractPrefill, { kind: one.kind, customerId: one.customerId, templateId: one.templateId ?? '' });
      return drawn(createElement(ContractForm, { home: `${F}/smartContract`, contract: one, prefill, kind: one.kind, biz: '' }));
    },
    save: async (id) => ask(me, contracts.contractSave, { ...(await contractInput()), id, version: (await ask(me, contracts.contractDetail, { id })).version }),
  },
  退货单: {
    table: 'return_order',
    states: returned.returnStates,
    isEditable: returned.isEditable,
    make: async () => {
      const of = await delivered(await openReturnDesk(depot, boss), [[0, '10']], {}, [{ signed: '10' }], depot.me);
      const { id, no } = await applied({ ...depot, me }, of, [[0, '2']], { submit: false });
      return { id, named: `退货单${no}` };
    },
    detail: `${F}/reverseOrder/detail`,
    draw: async (id) => drawn(createElement(ReturnFormPage, { first: await ask(me, returns.returnForm, { orderId: '', id }), dealer: false })),
    save: async (id) => {
      const { lines, customerName: _, no: __, status: ___, orderNo: ____, ...form } = await ask(me, returns.returnForm, { orderId: '', id });
      const kept = lines.filter((line) => Number(line.qty) > 0).map(({ deliveryLineId, part, qty }) => ({ deliveryLineId, part, qty }));
      return ask(me, returns.applyReturn, { ...form, lines: kept, submit: false });
    },
  },
  工程价: {
    table: 'project_price',
    states: sheet.shownStates,
    isEditable: sheet.isEditable,
    standing: {
      ACTIVE: `status = 'ACTIVE', pending_version_id = null, valid_from = ${day}, valid_to = ${day}`,
      NOT_STARTED: `status = 'ACTIVE', pending_version_id = null, valid_from = ${day} + 1, valid_to = ${day} + 9`,
      EXPIRED: `status = 'ACTIVE', pending_version_id = null, valid_from = ${day} - 9, valid_to = ${day} - 1`,
    },
    make: async () => {
      const { id: projectId } = await ask(me, projects.projectCreate, projectInput('西溪云庐'));
      const { id, no } = await ask(me, sheets.projectPriceSave, sheetInput(projectId));
      return { id, named: `工程价${no}` };
    },
    detail: `${F}/projectPrice/detail`,
    draw: async (id) => drawn(createElement(ProjectPriceEdit, { old: await ask(me, sheets.projectPriceDetail, { id }), today: '2026-06-15' })),
    save: async (id) => {
      const { projectId, version } = await ask(me, sheets.projectPriceDetail, { id });
      return ask(me, sheets.projectPriceSave, { ...sheetInput(projectId), id, version });
    },
  },
  限时折扣: {
    table: 'activity',
    states: activity.activityStates,
    isEditable: activity.isEditable,
    standing: {
      NOT_STARTED: "status = 'OPEN', start_at = '2026-07-01', end_at = '2026-07-02'",
      RUNNING: "status = 'OPEN', start_at = '2026-06-01', end_at = '2026-07-02'",
      ENDED: "status = 'OPEN', start_at = '2026-06-01', end_at = '2026-06-02'",
    },
    make: async () => {
      const { id, no } = await ask(me, activities.activitySave, activityInput());
      return { id, named: `活动${no}“双十二特惠”` };
    },
    detail: `${F}/activity/detail`,
    draw: async (id) => drawn(createElement(ActivityEdit, { old: await ask(me, activities.activityDetail, { id }) })),
    save: async (id) => ask(me, activities.activitySave, { ...activityInput(), id, version: (await ask(me, activities.activityDetail, { id })).version }),
  },
  客户: {
    table: 'customer',
    states: customer.customerStates,
    isEditable: customer.isEditable,
    standing: { MERGED: "status = 'MERGED', merged_into = (select id from customer where code = 'KH0001')" },
    make: async () => {
      const { id } = await ask(me, customers.customerCreate, { ...blankCustomer, name: '南山建材' });
      return { id, named: '客户“南山建材”' };
    },
    detail: '/portal/customer/detail',
    draw: async (id) =>
      drawn(createElement(CustomerForm, { customer: await ask(me, customers.customerGet, { id }), levels: [], members: [], areas: [], tags: [] })),
    save: async (id) =>
      ask(me, customers.customerUpdate, { ...blankCustomer, name: '南山建材', id, version: (await ask(me, customers.customerGet, { id })).version }),
  },
  项目: {
    table: 'project',
    states: project.projectStates,
    isEditable: project.isEditable,
    make: async () => {
      const { id, code } = await ask(me, projects.projectCreate, projectInput('城北体育馆'));
      return { id, named: `项目“城北体育馆”（${code}）` };
    },
    detail: '/portal/project/detail',
    draw: async (id) => drawn(createElement(ProjectForm, { project: await ask(me, projects.projectGet, { id }), members: [] })),
    save: async (id) => {
      const { version } = await ask(me, projects.projectGet, { id });
      const { attachments: _, ...input } = projectInput('城北体育馆');
      return ask(me, projects.projectUpdate, { ...input, id, version });
    },
  },
  应收计划: {
    table: 'ar_plan',
    states: plan.planStates,
    isEditable: plan.isEditable,
    make: async () => {
      const { id, no } = await ask(me, plans.planSave, planInput());
      return { id, named: `应收计划${no}` };
    },
    detail: '/portal/receiveAdmin/infoSearch/detail',
    draw: async (id) => drawn(createElement(PlanForm, { plan: await ask(me, plans.planDetail, { id }) })),
    save: async (id) => ask(me, plans.planSave, { ...planInput(), id, version: (await ask(me, plans.planDetail, { id })).version }),
  },
  第三方应用: {
    table: 'open_app',
    states: app.appStates,
    isEditable: app.isEditable,
    make: async () => {
      const { id } = await ask(me, apps.appCreate, appInput());
      return { id, named: '应用“ERP对接”' };
    },
    detail: '/portal/openPlatform/api/detail',
    draw: async (id) =>
      drawn(createElement(AppForm, { app: await ask(me, apps.appGet, { id }), kind: 'LIVE', choices: await ask(me, apps.appPermissions, {}) })),
    save: async (id) => {
      const { kind: _, ...input } = appInput();
      return ask(me, apps.appUpdate, { ...input, id, version: (await ask(me, apps.appGet, { id })).version });
    },
  },
  发货单: {
    table: 'delivery',
    states: delivery.deliveryStates,
    isEditable: delivery.isEditable,
    make: async () => {
      const { id, no } = await deliveryOf(depot, [[await ordered(), '5']]);
      return { id, named: `发货单${no}` };
    },
    detail: `${F}/deliver/detail`,
    draw: async (id) =>
      drawn(createElement(DeliveryForm, { first: await ask(me, deliveries.editDelivery, { id }), old: await ask(me, deliveries.deliveryDetail, { id }) })),
    save: async (id) => {
      const { version } = await ask(me, deliveries.deliveryDetail, { id });
      const { lines, warehouseId } = await ask(me, deliveries.editDelivery, { id });
      const qtys = lines.map(({ orderLineId, qty }) => ({ orderLineId, qty }));
      return ask(me, deliveries.saveDelivery, { id, version, warehouseId, shipWay: 'LOGISTICS', freight: '0', lines: qtys });
    },
  },
  入库单: {
    table: 'stock_doc',
    states: stockDoc.stockDocStates,
    isEditable: stockDoc.isEditable,
    make: async () => {
      const { id, no } = await ask(me, stock.stockInSave, { ...docInput(), kind: 'PURCHASE' });
      return { id, named: `入库单${no}` };
    },
    detail: `${F}/warehouse/inDetail`,
    draw: async (id) => drawn(createElement(InForm, { old: await ask(me, stock.stockInDetail, { id }), today: '2026-06-15' })),
    save: async (id) => ask(me, stock.stockInSave, { ...docInput(), kind: 'PURCHASE', id, version: (await ask(me, stock.stockInDetail, { id })).version }),
  },
  出库单: {
    table: 'stock_doc',
    states: stockDoc.stockDocStates,
    isEditable: stockDoc.isEditable,
    make: async () => {
      const { id, no } = await ask(me, stock.stockOutSave, docInput());
      return { id, named: `出库单${no}` };
    },
    detail: `${F}/warehouse/outDetail`,
    draw: async (id) => drawn(createElement(OutForm, { old: await ask(me, stock.stockOutDetail, { id }), today: '2026-06-15' })),
    save: async (id) => ask(me, stock.stockOutSave, { ...docInput(), id, version: (await ask(me, stock.stockOutDetail, { id })).version }),
  },
  调拨单: {
    table: 'stock_transfer',
    states: transfer.transferStates,
    isEditable: transfer.isEditable,
    make: async () => {
      const { id, no } = await ask(me, transfers.transferSave, await transferInput());
      return { id, named: `调拨单${no}` };
    },
    detail: `${F}/warehouse/transfers/detail`,
    draw: async (id) => drawn(createElement(TransferForm, { old: await ask(me, transfers.transferDetail, { id }), targets: [], today: '2026-06-15' })),
    save: async (id) => ask(me, transfers.transferSave, { ...(await transferInput()), id, version: (await ask(me, transfers.transferDetail, { id })).version }),
  },
};
const appInput = (): InputOf<typeof apps.appCreate> => ({
  name: 'ERP对接',
  kind: 'LIVE',
  perMinute: 600,
  perDay: 1000,
  dataScope: 'ALL',
  regions: [],
  warehouses: [],
  hiddenFields: [],
  permissions: [ORDER_MANAGE],
  calls: ['POST /saas-ofc/org/order/page'],
});

test.each(Object.entries(kinds))('%s: the form is shown in exactly the states it is saved in, else the state and the way to the document', async (_, kind) => {
  const { id, named } = await kind.make();
  for (const [state, name] of Object.entries(kind.states)) {
    await put(kind.table, id, kind.standing?.[state] ?? `status = '${state}'`);
    const html = await kind.draw(id);
    const may = kind.isEditable(state as never);
    expect([state, /<form\b/.test(html), html.includes(`${named}当前状态为“${name}”，不能编辑`)]).toEqual([state, may, !may]);
    if (may) {
      await kind.save(id);
      continue;
    }
    expect(html).not.toMatch(/<(input|textarea|select)\b/);
    expect(html).toContain(`href="${kind.detail}?id=${id}"`);
    expect((await refusalOf(kind.save(id))).message).toMatch(/不能(再)?(编辑|修改)/);
  }
});

test.each(Object.entries(orderStates))('an order that is %s is written, changed by request, or says so, as the server decides', async (state, name) => {
  const { id, no } = await orderOf(depot, [[0, '1']]);
  await put('sales_order', id, `status = '${state}'`);
  const dealer = depot.dealer(depot.customers[0]);
  const order = await ask(me, orders.orderDetail, { id });
  const buyer = await ask(me, orders.orderBuyer, { customerId: order.customerId });
  const { warehouses } = await ask(me, orders.orderWarehouses, {});
  const sides = { FACTORY: await drawn(createElement(OrderEdit, { order, buyer, warehouses })), DEALER: '' };
  const mine = await ask(dealer, orders.myOrderDetail, { id });
  sides.DEALER = await drawn(createElement(MyOrderCreate, { order: mine, buyer: await ask(dealer, orders.myBuyer, {}) }), dealer);
  for (const side of ['FACTORY', 'DEALER'] as const) {
    // The factory placed it: the dealer does not write in it.
    const may = (side === 'FACTORY' && allowed(state as 'DRAFT', 'SAVE', side)) || allowed(state as 'DRAFT', 'CHANGE', side);
    expect([side, /<form\b/.test(sides[side]), sides[side].includes(`订单${no}当前状态为“${name}”，不能编辑`)]).toEqual([side, may, !may]);
    if (!may) expect(sides[side]).toContain(`/order/detail?id=${id}"`);
  }
});

test('a sheet whose change waits for its approval says so, and so does what a transfer closed short made', async () => {
  const { id: projectId } = await ask(me, projects.projectCreate, projectInput('滨江一期'));
  const made = await ask(me, sheets.projectPriceSave, { ...sheetInput(projectId), submit: true });
  const active = await ask(boss, sheets.projectPriceDecide, { id: made.id, version: made.version, pass: true });
  await ask(me, sheets.projectPriceSave, { ...sheetInput(projectId), id: made.id, version: active.version, validTo: '2026-07-31' });
  const asked = await drawn(createElement(ProjectPriceEdit, { old: await ask(me, sheets.projectPriceDetail, { id: made.id }), today: '2026-06-15' }));
  expect(asked).toContain(`工程价${made.no}已有待审批的变更，不能再次变更`);
  expect(asked).not.toMatch(/<form\b/);
  const copied = createElement(ProjectPriceEdit, { old: await ask(me, sheets.projectPriceDetail, { id: made.id }), copy: true, today: '2026-06-15' });
  expect(await drawn(copied)).toMatch(/<form\b/);
  const loss = await ask(me, stock.stockOutSave, docInput());
  await put('stock_doc', loss.id, "kind = 'TRANSIT_LOSS', source_no = 'DB1'");
  const html = await drawn(createElement(OutForm, { old: await ask(me, stock.stockOutDetail, { id: loss.id }), today: '2026-06-15' }));
  expect(html).toContain(`出库单${loss.no}由调拨单DB1的短少结案生成，不能编辑`);
  expect(html).not.toMatch(/<form\b/);
});
