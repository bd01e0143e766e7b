import { createElement, type FunctionComponent } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { withIdsOf } from '~/ui/kit/root';
import { keepReactWays, wake } from './reactWays';
import { partsOf } from './StaticSlot';

keepReactWays();

/** How an island that Astro drew comes alive in the browser, and ends when its page is left. */
export default (place: HTMLElement) =>
  (component: FunctionComponent, props: Record<string, unknown>, slots: Record<string, string>, { client }: { client: string }): void => {
    if (!place.hasAttribute('ssr')) return;
    const node = withIdsOf(Number(place.getAttribute('island') ?? 0), createElement(component, { ...props, ...partsOf(slots, true) }));
    wake(() => {
      const root = client === 'only' ? createRoot(place) : hydrateRoot(place, node);
      if (client === 'only') root.render(node);
      place.addEventListener('astro:unmount', () => root.unmount(), { once: true });
    });
  };
