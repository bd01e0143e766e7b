import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

test('the lock file holds every package that another asks for, those of other platforms too: without one a clean install is refused', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)));
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => (names.has(name) ? [] : [`${name} of ${path}`])),
  );
  expect(names.size).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});
