import { describe, expect, test } from 'vitest';
import { iconSprite, spriteOf } from '../../scripts/icon-sprite.mjs';

const plugin = iconSprite({ writing: false }) as { transform: { handler: (code: string) => { code: string } } };

describe('the sprite of the icons', () => {
  const sprite = spriteOf('src') as string;

  test('holds the outlines of what the source imports, under its names', () => {
    expect(sprite).toMatch(/<g id="Bell"><path d="/);
    // An alias of lucide's, by the name our source uses.
    expect(sprite).toMatch(/<g id="TriangleAlert"><path/);
    expect(sprite).not.toContain('id="LucideIcon"');
    expect(sprite).not.toContain('<svg class');
  });

  test('takes the place of the import, and every reference is in it', () => {
    const { code } = plugin.transform.handler("import { Bell, type LucideIcon, Trash2 } from 'lucide-react';\nexport const x = Bell;");
    const names = [...code.matchAll(/spriteIcon\('\/_astro\/icons\.[0-9a-f]{8}\.svg#(\w+)'\)/g)].map(([, name]) => name);
    expect(names).toEqual(['Bell', 'Trash2']);
    for (const name of names) expect(sprite).toContain(`<g id="${name}">`);
    expect(code).toContain("import type { LucideIcon } from 'lucide-react';");
  });
});
