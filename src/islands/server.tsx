import type { SSRLoadedRendererValue } from 'astro';
import { options, type VNode } from 'preact';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { withIdsOf } from '~/ui/kit/root';
import { partsOf } from './StaticSlot';

/** By which a node is known as one. */
type Marked = VNode<object> & { $$typeof?: symbol };
const { $$typeof } = createElement('i') as unknown as Required<Marked>;
const isPlain = ({ type, props }: VNode<{ className?: string }>): boolean => PLAIN.has(type) && props.className !== '';
const PLAIN = new Set<unknown>('div span p a button ul ol li dl dt dd table thead tbody tfoot tr th td label option section header nav h1 h2 h3'.split(' '));
const { vnode } = options;
// React's names of attributes are put right in every node, for browsers; what these take is right in text as it stands, and sparing it is a twentieth of a page.
options.vnode = (node: Marked) => {
  if (isPlain(node)) node.$$typeof = $$typeof;
  else vnode?.(node);
};

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
