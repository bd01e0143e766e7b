import type { LucideProps } from 'lucide-react';
import { createElement } from 'react';

/** What an icon of lucide becomes in the built product (scripts/icon-sprite.mjs): the same properties, the outline in one cached file. */
export const spriteIcon =
  (href: string) =>
  ({ size = 24, strokeWidth = 2, color = 'currentColor', ...rest }: LucideProps) =>
    createElement(
      'svg',
      {
        'aria-hidden': rest['aria-label'] ? undefined : true,
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      createElement('use', { href }),
    );
