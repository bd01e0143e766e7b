import type { PortalPath } from './screens';

/** The address of a page with its query; empty values are dropped. A page of one record that carries `{id}` in its path takes it from there. */
export function href(path: PortalPath, query: Record<string, string | number | null | undefined> = {}): string {
  const inPath = path.endsWith('/{id}');
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (!(inPath && key === 'id') && value !== undefined && value !== null && value !== '') search.set(key, String(value));
  const text = search.toString();
  const address = inPath ? path.replace('{id}', encodeURIComponent(query['id'] ?? '')) : path;
  return text ? `${address}?${text}` : address;
}

/** Where dealers land who come from another factory or another side. */
export const DEALER_ORDERS = href('/portal/supplyChain/dealer/order/list', { isInit: 'true' });
