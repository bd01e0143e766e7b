import type { ReactElement } from 'react';

/**
 * Gives what is drawn at a root numbers for its `useId` that no other root of the page uses. Preact begins every root with the same ones and knows no `identifierPrefix`;
 * `__m` is the name under which its builds keep them (as `@astrojs/preact` does it). `tests/ui/islands.test.tsx` fails when a new version calls it otherwise.
 */
export function withIdsOf(root: number | string, node: ReactElement): ReactElement {
  return Object.assign(node, { __m: [root, 0] });
}
