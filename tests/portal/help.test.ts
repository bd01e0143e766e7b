import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { centreKeys, centrePath, chapterPath } from '~/domains/help/help';
import { helpOf, screenHelp } from '~/portal/help';
import { isOpen, services } from '~/portal/publicPages';
import { screens } from '~/portal/screens';
import { questions } from '../domains/help/questions';

const addresses = new Set(
  centreKeys.flatMap((key) => [
    centrePath(key),
    ...questions
      .filter(({ id }) => id.startsWith(`${key}/`))
      .flatMap(({ id, chapter }) => [chapterPath(key, chapter), `${chapterPath(key, chapter)}#${id.split('/')[1]}`]),
  ]),
);

describe('the “?” of a screen', () => {
  it('opens help that exists, for every screen', () => {
    for (const [path, help] of screenHelp) expect(addresses.has(help), `${path} → ${help}`).toBe(true);
    for (const screen of screens) expect(addresses.has(helpOf(screen)), screen.path).toBe(true);
  });
  it('is the nearest one', () => {
    expect(helpOf({ path: '/portal/supplyChain/dealer/order/logistic' })).toBe('/portal/help/orderMaster/signing#sign-goods');
    expect(helpOf({ path: '/portal/customer/import' })).toContain('import-basics');
  });
});

describe('the intro pages', () => {
  it('promise nothing: a service whose app has no screen says what is being built', () => {
    for (const { key, app } of services) {
      const file = `content/intro/${key}.md`;
      expect(existsSync(file), file).toBe(true);
      if (!isOpen(app)) expect(readFileSync(file, 'utf8'), file).toMatch(/^planned:\n( {2}- .+\n)+/m);
    }
  });
});
