export type EndpointState = 'ENABLED' | 'PAUSED' | 'BROKEN';
export const endpointStates: Record<EndpointState, string> = { ENABLED: '推送中', PAUSED: '已暂停', BROKEN: '因持续失败已停用' };
export type DeliveryState = 'WAITING' | 'SENT' | 'FAILED';
export const deliveryStates: Record<DeliveryState, string> = { WAITING: '待推送', SENT: '已送达', FAILED: '推送失败' };

/** Pauses between attempts, in seconds: about two days in all. */
export const RETRY_PAUSES: readonly number[] = [10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];
/** An endpoint that has failed this long, and this often, is switched off. */
export const BROKEN_AFTER_HOURS = 24;
export const BROKEN_AFTER_FAILURES = 8;

export const PING = 'ping';

/** What a link of the portal leads to, for programs: they ask for it by its id. */
export function objectOf(link: string): { type: string; id: string } | null {
  const { pathname, searchParams } = new URL(link, 'http://portal');
  const id = searchParams.get('id');
  const type = /\/deliver\//.test(pathname)
    ? 'delivery'
    : /\/order\//.test(pathname)
      ? 'order'
      : /\/warehouse\/out/.test(pathname)
        ? 'stockOut'
        : /\/warehouse\/transfers/.test(pathname)
          ? 'stockTransfer'
          : /\/warehouse\/inventory/.test(pathname)
            ? 'stockCount'
            : /\/warehouse\//.test(pathname)
              ? 'stockIn'
              : /\/finance\//.test(pathname)
                ? 'fund'
                : '';
  return id && type ? { type, id } : null;
}
