import { useEffect, useState, useSyncExternalStore } from 'react';

/** 选商品, the open 购物清单 above it, and 核对 before it is sent. */
export type Step = 'goods' | 'list' | 'check';
export interface ShopPlace {
  at: Step;
  /** How often the order was gone over; each time everything is priced anew. */
  checks: number;
  go: (to: Step) => void;
  /** Closes what `go` opened. */
  back: () => void;
}

const steps: readonly string[] = ['goods', 'list', 'check'] satisfies Step[];
const isStep = (text: string): text is Step => steps.includes(text);
const CHANGED = 'hashchange';

const watch = (tell: () => void) => {
  addEventListener(CHANGED, tell);
  return () => removeEventListener(CHANGED, tell);
};

function show(to: Step, how: 'pushState' | 'replaceState', depth: number): void {
  history[how]({ ...(history.state as object | null), shop: depth }, '', `#${to}`);
  dispatchEvent(new Event(CHANGED));
}

const depthOf = (): number => (history.state as { shop?: number } | null)?.shop ?? 0;

/** The step stands in the address, so that the phone's back button goes one step back and a reload stays where it was. */
export function useShopPlace(first: Step): ShopPlace {
  const hash = useSyncExternalStore(
    watch,
    () => location.hash.slice(1),
    () => '',
  );
  const at = isStep(hash) ? hash : first;
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (at === 'check') setChecks((count) => count + 1);
  }, [at]);
  const back = () => (depthOf() > 0 ? history.back() : show('goods', 'replaceState', 0));
  const go = (to: Step) => {
    if (to === at) return;
    // What follows the list takes its place: back from there leads to the goods.
    if (at === 'list') show(to, 'replaceState', depthOf());
    else show(to, 'pushState', depthOf() + 1);
  };
  return { at, checks, go, back };
}
