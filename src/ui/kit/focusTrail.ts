import { onNextPage } from './page';

/**
 * What had the focus lately, newest last: by the time a layer is fetched and drawn, its opener may have lost the focus or be gone.
 * The frame loads this with the page, since a layer that brings it along comes too late to have seen its own opener.
 */
const trail: HTMLElement[] = [];
const KEPT = 20;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const before = trail.indexOf(target);
    if (before >= 0) trail.splice(before, 1);
    trail.push(target);
    if (trail.length > KEPT) trail.shift();
  });

if (typeof document !== 'undefined') onNextPage(() => trail.splice(0, trail.length, ...trail.filter((one) => one.isConnected)));

const takesFocus = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled, [inert] *');

/** The place to return to from a layer that opens now; the page itself where all that had the focus is gone. Browser only. */
export function focusBefore(): () => void {
  const { activeElement } = document;
  const before = [...trail, ...(activeElement instanceof HTMLElement && activeElement !== document.body ? [activeElement] : [])];
  return () => {
    const last = before.findLast(takesFocus) ?? document.getElementById('main');
    last?.focus();
  };
}
