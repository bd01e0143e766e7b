import { type EventKind, events } from '~/domains/message/events';
import { CUSTOMER_MANAGE, DELIVER_MANAGE, FUND_MANAGE, ORDER_MANAGE, PRICE_MANAGE, STOCK_MANAGE } from '~/portal/permissions';

export type EndpointState = 'ENABLED' | 'PAUSED' | 'BROKEN';
export const endpointStates: Record<EndpointState, string> = { ENABLED: '推送中', PAUSED: '已暂停', BROKEN: '因持续失败已停用' };
export type DeliveryState = 'WAITING' | 'SENT' | 'FAILED';
export const deliveryStates: Record<DeliveryState, string> = { WAITING: '待推送', SENT: '已送达', FAILED: '推送失败' };

/** Pauses between attempts, in seconds: about two days in all. */
export const RETRY_PAUSES: readonly number[] = [10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];
export const MOST_ATTEMPTS = RETRY_PAUSES.length + 1;
/** An endpoint that has failed this long, and this often, is switched off. */
export const BROKEN_AFTER_HOURS = 24;
export const BROKEN_AFTER_FAILURES = 8;

export const PING = 'ping';

/** What an event is about, and the right an app needs to hear of it. */
const groups: Readonly<Record<string, { name: string; code: string }>> = {
  order: { name: '订单', code: ORDER_MANAGE },
  delivery: { name: '发货', code: DELIVER_MANAGE },
  stockIn: { name: '库存', code: STOCK_MANAGE },
  fund: { name: '资金', code: FUND_MANAGE },
  receivable: { name: '应收', code: FUND_MANAGE },
  price: { name: '价格', code: PRICE_MANAGE },
  customer: { name: '客户', code: CUSTOMER_MANAGE },
};
const groupOf = (kind: string) => groups[kind.split('.')[0] ?? ''];

export interface Subscribable {
  kind: string;
  name: string;
  group: string;
  code: string;
}
const told = events.filter((event) => !event.personal && groupOf(event.kind));
export const subscribable: readonly Subscribable[] = told.map(({ kind, name }) => ({
  kind,
  name,
  group: groupOf(kind)?.name ?? '',
  code: groupOf(kind)?.code ?? '',
}));
const byKind = new Map<string, Subscribable & Pick<EventKind, 'sides'>>(
  told.map((event, at) => [event.kind, { ...(subscribable[at] as Subscribable), sides: event.sides }]),
);
export const subscribableOf = (kind: string) => byKind.get(kind);
export const eventName = (kind: string): string => (kind === PING ? '测试推送' : (byKind.get(kind)?.name ?? kind));

/** What a link of the portal leads to, for programs: they ask for it by its id. */
export function objectOf(link: string): { type: string; id: string } | null {
  const { pathname, searchParams } = new URL(link, 'http://portal');
  const id = searchParams.get('id');
  const type = /\/deliver\//.test(pathname)
    ? 'delivery'
    : /\/order\//.test(pathname)
      ? 'order'
      : /\/warehouse\//.test(pathname)
        ? 'stockIn'
        : /\/finance\//.test(pathname)
          ? 'fund'
          : '';
  return id && type ? { type, id } : null;
}
