import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPermissions } from '~/portal/permissionTree';
import { screenOf, screens } from '~/portal/screens';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
const sources = filesBelow('src');
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
const pages = sources.filter((path) => path.startsWith('src/pages/') && path.endsWith('.astro'));
const urlOf = (page: string): string =>
  page
    .replace(/^src\/pages/, '')
    .replace(/(\/index)?\.astro$/, '')
    .replace(/\/\[id\]$/, '/{id}');
/** Pages that only redirect, stand in for another, or are chapters of one. */
const plumbing = ['', '/login', '/404', '/portal', '/portal/refused', '/portal/help/[centre]/[chapter]'];

describe('the tree keeps its shape', () => {
  it('has a page for every screen and a screen for every page', () => {
    const urls = pages.map(urlOf).filter((url) => !plumbing.includes(url));
    expect(urls.sort()).toEqual(screens.map((screen) => screen.path).sort());
  });

  it('names a parent that exists and codes that roles can hold', () => {
    for (const screen of screens) {
      if (screen.parent) expect(screenOf(screen.parent)?.path, screen.path).toBe(screen.parent);
      for (const code of screen.codes ?? []) expect(allPermissions).toContain(code);
    }
  });

  it('keeps pages to 20 lines', () => {
    const long = pages.filter((page) => !/\/(404|refused)\.astro$/.test(page) && linesOf(page).length > 20);
    expect(long).toEqual([]);
  });

  it('keeps files to 300 lines', () => {
    const exempt = /database\.types\.ts$|portal\/(screens|permissions|fieldLabels)\.ts$|ui\/kit\/|README\.md$|\.css$/;
    const long = sources.filter((path) => !exempt.test(path) && linesOf(path).length > 300);
    expect(long).toEqual([]);
  });

  it('keeps server code out of the browser: .astro files aside, only *.server files and pages import it', () => {
    const browser = sources.filter((path) => /src\/(ui|shell|domains\/[^/]+\/(screens|pickers|slots))\/.*\.tsx?$/.test(path));
    for (const path of browser) expect(readFileSync(path, 'utf8'), path).not.toMatch(/from '[^']*\.server'/);
  });

  it('lets screens link to other pages by Link, which knows who may not follow', () => {
    const screensAndPickers = sources.filter((path) => /src\/domains\/[^/]+\/(screens|pickers|slots)\/.*\.tsx$/.test(path));
    const bare = /<a\b(?:(?!>\n|href=)[\s\S]){0,80}?href=(?:\{(?!fileHref)|"\/portal\/(?!login|register|forgetPassword|legal))/;
    expect(screensAndPickers.filter((path) => bare.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('has every form post, but for the searches: what is typed must not come into the address before the script does', () => {
    const drawn = sources.flatMap((path) =>
      /\.(tsx|astro)$/.test(path) ? [...readFileSync(path, 'utf8').matchAll(/<form\b[^>]*/g)].map(([tag]) => ({ path, tag })) : [],
    );
    const searches = ['src/domains/help/screens/HelpFrame.astro', 'src/ui/list/SearchBar.tsx'];
    expect(drawn.map(({ path }) => path).sort()).toEqual([...searches, 'src/domains/intro/screens/Welcome.astro', 'src/ui/form/Form.tsx'].sort());
    for (const { path, tag } of drawn) expect(tag, path).toContain(searches.includes(path) ? 'method="get"' : 'method="post"');
  });

  it('lets the host a request claims into no link that leaves: only a passkey and the way back from a scan go by it', () => {
    const users = sources.filter((path) => path.endsWith('.ts') && /request\.origin\b/.test(readFileSync(path, 'utf8')));
    expect(users.sort()).toEqual(['src/domains/account/passkey.server.ts', 'src/domains/account/scan/scan.server.ts']);
  });

  it('has no domain import another domain’s screens from a page kit or picker', () => {
    for (const path of sources.filter((one) => /domains\/[^/]+\/pickers\//.test(one))) {
      const domain = path.split('/')[2];
      for (const [, other] of readFileSync(path, 'utf8').matchAll(/from '~\/domains\/([^/]+)\/screens/g)) expect(other, path).toBe(domain);
    }
  });

  it('keeps schemas out of nouns, which screens import: zod stands in noun.schema.ts, calls and forms', () => {
    const nouns = sources.filter((path) => /^src\/(domains|shared|portal)\/.*\.ts$/.test(path) && !/(\.schema|\.server|[cC]alls|[sS]chemas)\.ts$/.test(path));
    const holding = nouns.filter((path) => /from 'zod'/.test(readFileSync(path, 'utf8').replaceAll(/^import type .*$/gm, '')));
    expect(holding).toEqual([]);
  });

  it('says an id that may be left empty in one place: OptionalId of what is filled in, FilterId of lists', () => {
    const own =
      /\.union\(\s*\[\s*(?:Id|z\.uuid\([^)]*\)),\s*z\.literal\(''\)|\.literal\(''\),\s*(?:Id\b|z\.uuid\()|\b(?:Id|uuid\([^)]*\))\s*\.optional\(\)\s*\.catch\(|\bId\.or\(/;
    const holding = sources.filter((path) => /\.tsx?$/.test(path) && own.test(readFileSync(path, 'utf8')));
    expect(holding).toEqual([]);
  });

  it('takes no wrong value for another: schemas of calls refuse it', () => {
    const falls = /\.catch\((?!\()/;
    const holding = sources.filter((path) => /(\.schema|[cC]alls)\.ts$/.test(path) && falls.test(readFileSync(path, 'utf8')));
    expect(holding).toEqual([]);
  });

  it('asks for a choice among names in one way: ChoiceOf, and FilterChoice of lists', () => {
    const own = /z\s*\.enum\(keysOf(<\w+>)?\(\w+\), [`']请选择|\.enum\(\['', \.\.\.(keysOf|Object\.keys)/;
    const holding = sources.filter((path) => /\.tsx?$/.test(path) && own.test(readFileSync(path, 'utf8')));
    expect(holding).toEqual(['src/shared/fields.schema.ts']);
  });

  it('marks the amounts in sentences of the server, so that they can be kept from whoever may not know them', () => {
    // What goes out as a document or letter of its own is read whole or not at all.
    const papers = /demo\/|hiddenWords|contract\/evidence\.|contract\/sources\/|promiseContract|billing\/mail|dunning\.server|repayment\/feed/;
    const bare =
      /[\u4e00-\u9fff¥“（]\$\{(displayYuan|formatYuan|displayPrice|trimPrice)\(|\$\{(displayYuan|formatYuan|displayPrice|trimPrice)\([^}]*\)\}元|\$\{[\w.?]+\}元/;
    const found = sources
      .filter((path) => path.endsWith('.server.ts') && !papers.test(path))
      .flatMap((path) => linesOf(path).flatMap((line) => (bare.test(line) ? [`${path}: ${line.trim()}`] : [])));
    expect(found).toEqual([]);
  });

  it('sets off the thousands of every amount and quantity in a sentence on a screen', () => {
    const shown = sources.filter((path) => /src\/(domains\/[^/]+\/(screens|pickers|slots)|ui|shell)\/.*\.tsx?$/.test(path));
    const figure = /\{([^{}\u4e00-\u9fff]+)\}(?:元(?![^{}]*\{\{)|\$?\{[\w.]*[uU]nitName\})/g;
    const set = /format(Money|Qty|Price)\(|display(Qty|Price|Yuan)\(|sumOf\(|toFixed\(/;
    const bare = shown.flatMap((path) =>
      linesOf(path).flatMap((line) => [...line.matchAll(figure)].flatMap(([, value]) => (set.test(value as string) ? [] : [`${path}: ${value}`]))),
    );
    expect(bare).toEqual([]);
  });

  it('locks a customer’s money in one place, first of all locks', () => {
    const locks = /fund_account'\)(?:(?!;\n)[\s\S])*?\.forUpdate\(|fund_account(?:(?!;\n)[\s\S])*?for update/;
    const locking = sources.filter((path) => path.endsWith('.server.ts') && locks.test(readFileSync(path, 'utf8')));
    expect(locking).toEqual(['src/domains/finance/customerMoney.server.ts']);
  });

  it('logs only about registered kinds of record: defined in subjects.ts of a domain, written by one call', () => {
    const holding = (said: RegExp) => sources.filter((path) => /\.tsx?$/.test(path) && said.test(readFileSync(path, 'utf8')));
    expect(holding(/defineSubject\(/).filter((path) => !/^src\/domains\/[^/]+\/subjects\.ts$/.test(path))).toEqual([]);
    expect(holding(/insertInto\('audit_log'\)|insert into audit_log/)).toEqual(['src/server/audit.server.ts']);
  });

  it('counts and compares the versions of rows in the kit alone: raised(), nextVersion() and mustBeSeen()', () => {
    const counted = /version('?, '\+', 1|( \?\? 0)?\)? \+ 1| \+= 1|\+\+)/i;
    const compared = /refuse\('VERSION'|version( \?\? 0)?\)? !== .*versionConflict\(/i;
    const holding = (said: RegExp) => sources.filter((path) => /\.tsx?$/.test(path) && said.test(readFileSync(path, 'utf8')));
    expect(holding(counted)).toEqual(['src/server/versioned.server.ts']);
    expect(holding(compared)).toEqual(['src/server/versioned.server.ts', 'src/shared/refusal.ts']);
  });

  it('keeps in the kit where states lead to and how what they are in the way of is refused: stateTable(), mustBe(), mustBecome(), mustStand()', () => {
    const holding = (said: RegExp) => sources.filter((path) => /\.tsx?$/.test(path) && said.test(readFileSync(path, 'utf8')));
    expect(holding(/当前为“/)).toEqual(['src/shared/states.ts']);
    // The steps of an order go by who takes them, and one of them may lead to several states.
    expect(holding(/Record<(\w+(?:State|Status)), (readonly (\1|\w*(?:Transition|Step))\[\]|Partial<Record<)/)).toEqual(['src/domains/order/order.ts']);
    expect(holding(/\b(next\w*|\w+Next|\w*[tT]ransitions)\[[^\]]+\]\??\.(includes|find|some)\(/)).toEqual(['src/shared/states.ts']);
    expect(holding(/\.status [!=]== '\w+'\)\s+refuse\('BAD_STATE', `\$\{(\w+\.title|titleOf)\(/)).toEqual([]);
  });

  it('waits for what a key of the database may refuse in one way: orRefuse()', () => {
    const asked = sources.filter((path) => /\.tsx?$/.test(path) && /'23(50[35]|P01)'|\.constraint\b/.test(readFileSync(path, 'utf8')));
    expect(asked).toEqual(['src/server/db/errors.server.ts']);
  });

  it('lets the rows of an export go by the moment they are given, not by a clock of their own', () => {
    const defining = sources.filter((path) => path.endsWith('.server.ts') && /\bdefineExport\(/.test(readFileSync(path, 'utf8')));
    expect(defining.length).toBeGreaterThan(20);
    expect(defining.filter((path) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('gives every browser test the clock of the run', () => {
    const specs = filesBelow('e2e').filter((path) => path.endsWith('.spec.ts'));
    for (const path of specs) expect(readFileSync(path, 'utf8'), path).not.toMatch(/import \{[^}]*\b(test|expect)\b[^}]*\} from '@playwright\/test'/);
  });
});
