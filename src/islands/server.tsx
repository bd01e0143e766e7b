import type { SSRLoadedRendererValue } from 'astro';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { withIdsOf } from '~/ui/kit/root';
import { partsOf } from './StaticSlot';

const drawn = new WeakMap<object, number>();

/** How Astro draws an island on the server: whole and at once, ids apart by the island's place on the page. */
const renderer: SSRLoadedRendererValue = {
  name: 'react',
  supportsAstroStaticSlot: true,
  check: async (component) => typeof component === 'function',
  async renderToStaticMarkup(this: { result: object }, component, { class: _, ...props }, slots, metadata) {
    const island = (drawn.get(this.result) ?? 0) + 1;
    drawn.set(this.result, island);
    const parts = partsOf(slots as Record<string, string>, Boolean(metadata?.hydrate));
    const node = createElement(component as FunctionComponent, { ...props, ...parts });
    return { attrs: { island: String(island) }, html: renderToString(withIdsOf(island, node)) };
  },
};

export default renderer;
