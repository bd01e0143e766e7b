import { options, type VNode } from 'preact';

/** What a node that says something about a field says. */
interface Said {
  value?: unknown;
  checked?: unknown;
  autoFocus?: boolean;
}

const said = new WeakMap<EventTarget, Said>();

/** What screens rely on and Preact leaves to the browser (decision 474). Once, before anything is drawn. */
export function keepReactWays(): void {
  const { diffed, event } = options;
  options.diffed = (node: VNode) => {
    diffed?.(node);
    // The name under which Preact's builds keep a node's element; e2e/islands.spec.ts holds it.
    const element = typeof node.type === 'string' ? (node as VNode & { __e?: HTMLElement }).__e : undefined;
    if (!element) return;
    const props = node.props as Said;
    const isNew = !element.isConnected && !said.has(element);
    if ('value' in props || 'checked' in props) said.set(element, props);
    // Browsers heed the attribute once a page, and what stands there already was drawn by the server.
    if (props.autoFocus && isNew) queueMicrotask(() => element.focus());
  };
  options.event = (happened) => {
    const { target, type } = happened;
    // The screen draws itself in the microtask after this one's.
    if (target && said.has(target) && /^(input|change)$/.test(type)) Promise.resolve().then(() => Promise.resolve().then(() => sayAgain(target)));
    return event ? event(happened) : happened;
  };
  // Before the next key, which browsers put before every timer: a dialog that does not listen yet would not hear Esc.
  options.requestAnimationFrame = (flush) => (waking ? setTimeout(flush) : queueMicrotask(flush));
}

let waking = false;

/** Draws an island that wakes. What it does besides drawing waits for another task, so that a press can come in between. */
export function wake(draw: () => void): void {
  waking = true;
  draw();
  waking = false;
}

/** What a handler did not take does not stand in the field either. */
function sayAgain(field: EventTarget): void {
  if (field instanceof HTMLInputElement && field.type === 'radio' && field.name) for (const one of document.getElementsByName(field.name)) restore(one);
  else restore(field);
}

function restore(field: EventTarget): void {
  const { value, checked } = said.get(field) ?? {};
  if (field instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(field.type)) {
    if (typeof checked === 'boolean' && field.checked !== checked) field.checked = checked;
  } else if ((typeof value === 'string' || typeof value === 'number') && 'value' in field && field.value !== String(value)) field.value = String(value);
}
