// An app is given calls that are served.
import '~/domains/delivery/api.server';
import '~/domains/order/api.server';
import { AppInput } from '~/domains/integration/app.schema';
import { createApp, switchApp } from '~/domains/integration/appSave.server';
import type { ProcessTree } from '~/domains/workflow/process';
import { createProcess, updateProcess } from '~/domains/workflow/processStore.server';
import { plainRules, plainTask } from '~/domains/workflow/processTree';
import type { Me } from '~/portal/me';
import { CUSTOMER_MANAGE, DELIVER_MANAGE, ORDER_ADD, ORDER_MANAGE, STOCK_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';

const orders = { permissions: [ORDER_MANAGE, ORDER_ADD, CUSTOMER_MANAGE], calls: ['POST /saas-ofc/org/order/page', 'POST /saas-ofc/org/order/place'] };
const apps = [
  { name: 'ERP对接', remark: '信息部维护，每晚对账', kind: 'LIVE', ...orders, ipAllow: ['203.0.113.0/24'], end: null },
  { name: 'ERP对接（沙箱）', remark: '联调用，不保存修改', kind: 'SANDBOX', ...orders, ipAllow: [], end: null },
  {
    name: '仓储系统',
    remark: '合同到期，续签前停用',
    kind: 'LIVE',
    permissions: [DELIVER_MANAGE, STOCK_MANAGE],
    calls: ['POST /saas-ofc/org/deliver/page'],
    ipAllow: ['198.51.100.8'],
    end: 'DISABLED',
  },
  { name: '旧商城接口', remark: '已由ERP对接取代', kind: 'LIVE', ...orders, ipAllow: [], end: 'REVOKED' },
] as const;

/** Programs in every state, whose secrets nobody has: whoever tries one out changes it. */
export async function makeApps(tx: Tx, me: Me, now: Date): Promise<void> {
  for (const { end, ...app } of apps) {
    const { id } = await createApp(tx, me, AppInput.parse({ ...app, perMinute: 600, perDay: 100_000, dataScope: 'ALL' }), now);
    if (end) await switchApp(tx, me, { id, version: 1, status: end });
  }
}

/** A draft to look at and to publish: large orders, and what is sold below its floor, go to a second person. Orders run by the simple process until then. */
export async function draftProcess(tx: Tx, me: Me, now: Date): Promise<void> {
  const name = '大额订单两级审批';
  const { id, version } = await createProcess(tx, me, { name, key: 'orderProcess' }, now);
  const when = {
    any: [
      { field: 'amount', op: 'GE' as const, value: '100000' },
      { field: 'belowFloor', op: 'EQ' as const, value: 'true' },
    ],
  };
  const second = { ...plainTask('second', '负责人复核'), candidates: [{ kind: 'STARTER_HEAD' as const, levels: 0 }], opinionRequired: true };
  const tree: ProcessTree = {
    nodes: [
      { kind: 'START', id: 'start', name: '发起' },
      { ...plainTask('audit', '待审核'), candidates: [{ kind: 'PERMISSION' }] },
      {
        kind: 'CONDITION',
        id: 'size',
        name: '金额与限价',
        branches: [
          { id: 'large', name: '大额或低于限价', when, nodes: [second] },
          { id: 'usual', name: '默认', when: null, nodes: [] },
        ],
      },
      { kind: 'END', id: 'end', name: '结束' },
    ],
    rules: plainRules,
  };
  await updateProcess(tx, me, { id, name, tree, version }, now);
}
