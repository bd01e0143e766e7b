import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

const any = () => true;

/** Only the groups callers override: the library's full table costs 8 kB of every list page. */
const merge = createTailwindMerge(() => ({
  cacheSize: 200,
  theme: {},
  classGroups: {
    display: ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'hidden', 'contents'],
    w: [{ w: [any] }],
    'min-w': [{ 'min-w': [any] }],
    'max-w': [{ 'max-w': [any] }],
    h: [{ h: [any] }],
    'min-h': [{ 'min-h': [any] }],
    'max-h': [{ 'max-h': [any] }],
    p: [{ p: [any] }],
    px: [{ px: [any] }],
    py: [{ py: [any] }],
    m: [{ m: [any] }],
    mt: [{ mt: [any] }],
    mb: [{ mb: [any] }],
    gap: [{ gap: [any] }],
    'gap-x': [{ 'gap-x': [any] }],
    'gap-y': [{ 'gap-y': [any] }],
    justify: [{ justify: [any] }],
    items: [{ items: [any] }],
    rounded: [{ rounded: ['', any] }],
    size: [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', (size: string) => size.startsWith('[')] }],
    align: [{ text: ['left', 'right', 'center'] }],
    colour: [{ text: [any] }],
    ground: [{ bg: [any] }],
    weight: [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
  },
  conflictingClassGroups: { gap: ['gap-x', 'gap-y'], p: ['px', 'py'], m: ['mt', 'mb'] },
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: [],
}));

/** Joins class names; of two that set the same thing the later wins. */
export function cx(...names: ClassValue[]): string {
  return merge(clsx(names));
}
