import { events } from '~/domains/events';
import type { EventKind } from '~/portal/event';
import {
  CUSTOMER_MANAGE,
  DELIVER_MANAGE,
  FUND_CONFIRM,
  FUND_MANAGE,
  ORDER_AUDIT,
  ORDER_MANAGE,
  PRICE_MANAGE,
  STOCK_AUDIT,
  STOCK_MANAGE,
} from '~/portal/permissions';
import { PING } from './webhook';

/** What an event is about, and the rights any of which an app needs to hear of it. */
const groups: Readonly<Record<string, { name: string; codes: readonly string[] }>> = {
  order: { name: '订单', codes: [ORDER_MANAGE] },
  delivery: { name: '发货', codes: [DELIVER_MANAGE] },
  stockIn: { name: '库存', codes: [STOCK_MANAGE] },
  stockOut: { name: '库存', codes: [STOCK_MANAGE] },
  stockTransfer: { name: '库存', codes: [STOCK_MANAGE] },
  stockCount: { name: '库存', codes: [STOCK_MANAGE] },
  fund: { name: '资金', codes: [FUND_MANAGE] },
  expense: { name: '费用', codes: [FUND_MANAGE] },
  receivable: { name: '应收', codes: [FUND_MANAGE] },
  price: { name: '价格', codes: [PRICE_MANAGE] },
  customer: { name: '客户', codes: [CUSTOMER_MANAGE] },
};
/** What approvals publish of themselves; which document's right it takes is asked of each. */
const approvals: readonly Subscribable[] = [
  { kind: 'approval.started', name: '审批已发起' },
  { kind: 'approval.advanced', name: '审批有进展' },
  { kind: 'approval.ended', name: '审批已结束' },
].map((one) => ({ ...one, group: '审批', codes: [ORDER_AUDIT, STOCK_AUDIT, FUND_CONFIRM], sides: [] }));

/** A process that asks people by tasks says its start itself; to programs it is still the document that was submitted. */
export const submissions: Readonly<Record<string, string>> = {
  order: 'order.submitted',
  orderChange: 'order.change',
  stock_doc: 'stockIn.submitted',
  stock_out: 'stockOut.submitted',
  stock_transfer: 'stockTransfer.submitted',
  stock_count: 'stockCount.submitted',
  enter_account: 'fund.registered',
};

export interface Subscribable {
  kind: string;
  name: string;
  group: string;
  codes: readonly string[];
  sides: EventKind['sides'];
}
export const subscribable: readonly Subscribable[] = [
  ...events.flatMap(({ kind, name, sides, personal }) => {
    const group = groups[kind.split('.')[0] ?? ''];
    return group && !personal ? [{ kind, name, sides, group: group.name, codes: group.codes }] : [];
  }),
  ...approvals,
];
const byKind = new Map(subscribable.map((one) => [one.kind, one]));
export const approvalKinds: readonly string[] = approvals.map(({ kind }) => kind);
export const subscribableOf = (kind: string): Subscribable | undefined => byKind.get(kind);
export const eventName = (kind: string): string => (kind === PING ? '测试推送' : (byKind.get(kind)?.name ?? kind));
