import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no form sends the name of its button as the key of a call: the second save of a person would be answered with the first', () => {
  const screens = readdirSync('src/domains', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const forms = screens.flatMap((name) => {
    const text = readFileSync(`src/domains/${name}`, 'utf8');
    const button = /submit = async \([^)]*, (\w+): string/.exec(text)?.[1];
    return button ? [{ name, sent: new RegExp(`\\{ key: ${button}\\b|\\{ ${button} \\}`).test(text) }] : [];
  });
  expect(forms.length).toBeGreaterThan(3);
  expect(forms.filter(({ sent }) => sent)).toEqual([]);
});
