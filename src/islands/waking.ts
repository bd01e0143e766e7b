import { createRenderInstruction } from 'astro/runtime/server/render/instruction.js';

/**
 * Where this stands in a page, Astro writes what wakes its islands; otherwise before the first of them, where it would hold up the reading of the page
 * until the styles have come.
 */
export const wakingIslands = () =>
  createRenderInstruction({ type: 'directive', hydration: { directive: 'painted', value: '', componentUrl: '', componentExport: { value: '' } } });
