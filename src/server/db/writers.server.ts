import { Refusal, refusalCodes } from '~/shared/refusal';

const PATIENCE_MS = 5_000;

/** Lets a transaction that writes begin; answers how it says that it has ended. */
export type WriterGate = (tenantId: bigint) => Promise<() => void>;

interface Waiting {
  tenantId: bigint;
  enter: () => void;
}

/**
 * Who waits for a locked row holds a connection. So a tenant's writers get at most half of the connections, all tenants' together leave
 * three of ten to readers, and whoever finds no place waits here, without one: the tenant with the fewest writers comes first.
 */
export function writerGate(connections: number, patience = PATIENCE_MS): WriterGate {
  const mostOfAll = Math.max(1, connections - Math.ceil(connections * 0.3));
  const mostOfTenant = Math.max(1, Math.min(mostOfAll, Math.floor(connections / 2)));
  const inside = new Map<bigint, number>();
  let all = 0;
  let waiting: Waiting[] = [];
  const of = (tenantId: bigint): number => inside.get(tenantId) ?? 0;
  const mayEnter = (tenantId: bigint): boolean => all < mostOfAll && of(tenantId) < mostOfTenant;

  function enter(tenantId: bigint): () => void {
    all += 1;
    inside.set(tenantId, of(tenantId) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      all -= 1;
      if (of(tenantId) === 1) inside.delete(tenantId);
      else inside.set(tenantId, of(tenantId) - 1);
      admitNext();
    };
  }

  function admitNext(): void {
    let next: Waiting | undefined;
    for (const one of waiting) if (mayEnter(one.tenantId) && (!next || of(one.tenantId) < of(next.tenantId))) next = one;
    next?.enter();
  }

  return async (tenantId) => {
    if (mayEnter(tenantId)) return enter(tenantId);
    return new Promise((resolve, reject) => {
      const one: Waiting = { tenantId, enter: () => {} };
      const stopWaiting = () => {
        waiting = waiting.filter((other) => other !== one);
        clearTimeout(timer);
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(new Refusal(refusalCodes.ROW_BUSY, '同时提交的业务较多，正在逐笔处理，请稍后再试', { reason: 'ROW_BUSY' }));
      }, patience);
      one.enter = () => {
        stopWaiting();
        resolve(enter(tenantId));
      };
      waiting.push(one);
    });
  };
}
