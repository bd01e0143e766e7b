import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Every line of sections 5, 8 and 9 of the specification with the tests that hold it, or why the product goes another way.
 * A test is named by its file and title, as far as the title is no template.
 */
type Line = { line: string; heldBy: readonly (readonly [file: string, title: string])[] } | { line: string; otherwise: string };

const rules = 'tests/spec/rules.test.ts';
const errors = 'tests/spec/errors.test.ts';
const search = 'tests/spec/search.test.tsx';
const dialogs = 'tests/spec/dialogs.test.tsx';
const arrival = 'tests/ui/arrival.test.ts';
const navigation = 'e2e/navigation.spec.ts';
const entry = 'e2e/entry.spec.ts';

const section5: readonly Line[] = [
  {
    line: 'login account edit: max 11 characters; mobile number 11 digits starting with 1',
    heldBy: [
      [dialogs, 'the account’s field takes 11 characters'],
      [rules, 'a mobile number has 11 digits and begins with 1'],
      ['tests/domains/account/security.test.ts', 'becomes another mobile number, proved by a code to it'],
    ],
  },
  { line: 'numeric check: string starting with digits', heldBy: [[rules, 'a figure begins with digits and holds nothing but them']] },
  {
    line: 'a menu item shows only with its permission code; a parent if any child is allowed',
    heldBy: [[rules, 'a menu item shows with its code, its parent with any of its children']],
  },
  {
    line: 'list search: optional veto hook before search',
    heldBy: [
      [search, 'a list’s own hook stops a search before it is made, with its reason or without'],
      [search, 'a range the wrong way round stops every list’s search'],
    ],
  },
  {
    line: 'list search: empty values omitted; new search resets page to 1',
    heldBy: [
      [rules, 'a search omits empty values and starts at page 1, keeping the page size'],
      [search, 'a search nothing stops omits what is empty and begins at page 1'],
      ['e2e/list.spec.ts', 'writes a search into the address from page 1, and reload and back restore it'],
    ],
  },
  { line: 'region selection sets isMember to 1 for 南区, 东区, 北区, 特区', heldBy: [[rules, '南区, 东区, 北区 and 特区 are member regions']] },
  {
    line: 'date range splits into start and end with default times 00:00:00 and 23:59:59',
    heldBy: [[rules, 'a range of days begins at 00:00:00 and ends with 23:59:59, in Shanghai']],
  },
  { line: 'masking of mobile, name, ID and bank card', heldBy: [[rules, 'masks keep what the specification says']] },
  {
    line: 'amounts: two decimals, separators, "- -" when missing; in 万 0 shows 0 and under 100 shows 0.01',
    heldBy: [[rules, 'amounts have two decimals and separators, and in 万 never vanish']],
  },
];

const section8: readonly Line[] = [
  { line: 'default busy message', heldBy: [[errors, 'whatever says nothing is busy']] },
  { line: 'transport failure shows a default error and rejects', heldBy: [[errors, 'a call that does not get through rejects with a sentence of its own']] },
  {
    line: 'a code without D, or a numeric one, shows its message with its line breaks',
    heldBy: [[errors, 'code %s shows its message, line breaks kept']],
  },
  { line: 'a code with D, and W1, is left to who made the call', heldBy: [[errors, 'code %s, which others act upon, carries its message to them']] },
  { line: 'E9999 shows the detail', heldBy: [[errors, 'E9999 shows the detail instead, and is busy without one']] },
  {
    line: '100000004: state reset, login keeping path and query, not from login itself',
    heldBy: [
      [errors, 'a lost session goes to login, keeping path and query; not from the login page itself'],
      [entry, 'a session that ends under an open page leads to login and back'],
    ],
  },
  { line: 'the same message is not shown twice while one is open', heldBy: [[errors, 'the same message is not shown twice while it is open']] },
  { line: 'failed logout leaves the user in place', heldBy: [[dialogs, 'a refused logout leaves the person in place, one that worked opens the login']] },
  {
    line: 'chunk load failure raises an error after 120 seconds',
    heldBy: [
      [arrival, 'of the page: said after two minutes, with a way to refresh'],
      [arrival, 'of an island that loads when it is seen: two minutes after that'],
      [navigation, 'has not come after 120 seconds, the page says so'],
    ],
  },
  { line: 'page data updated, with a refresh button', heldBy: [[dialogs, 'a page whose data has changed offers to refresh, and nothing else']] },
  {
    line: 'from a fixed date weak passwords no longer log in, before it a change is urged; support online or by phone',
    heldBy: [
      ['tests/domains/account/login.test.ts', 'opens the door with a tip before the fixed day, and not from it on'],
      [dialogs, 'a weak password is urged to change, now or not'],
    ],
  },
  {
    line: 'route guard: 暂无权限访问该页面 and 请登录',
    heldBy: [
      [rules, 'nobody goes to login, without the code is forbidden, an unknown address is missing'],
      [entry, 'a visitor is sent to login, comes back to path and query, and is out again after logout'],
      [entry, 'a page without permission, a dealer’s page and an unknown page say what they are'],
    ],
  },
];

const section9: readonly Line[] = [
  { line: 'page size 10', heldBy: [[rules, 'a page has ten rows unless the person chose otherwise']] },
  { line: 'the badge of tasks asks for 10', otherwise: 'it shows a count and no task: one row is asked for, which costs less and counts the same' },
  { line: 'message badge max 99', heldBy: [[rules, 'a badge counts to 99']] },
  { line: 'chunk timeout 120000 ms', heldBy: [[arrival, 'of the page: said after two minutes, with a way to refresh']] },
  { line: 'menu row height 40 px', heldBy: [[rules, 'a row of the menu is 40 px high']] },
  { line: 'account input max 11', heldBy: [[dialogs, 'the account’s field takes 11 characters']] },
  { line: 'default time range 00:00:00 to 23:59:59', heldBy: [[rules, 'a range of days begins at 00:00:00 and ends with 23:59:59, in Shanghai']] },
  {
    line: 'date format yyyy-MM-dd, ranges yyyy-MM-dd HH:mm:ss',
    heldBy: [[rules, 'days are yyyy-MM-dd, ranges yyyy-MM-dd HH:mm:ss, and an instant with Z is read eight hours on']],
  },
  { line: 'API base prefix /web', heldBy: [[rules, 'calls stand under /web']] },
  {
    line: 'static assets from a CDN path',
    heldBy: [['tests/server/origin.test.ts', 'lets styles come from the CDN the product was built for, and from nowhere else']],
  },
  {
    line: 'footer shows current year and company name',
    heldBy: [['e2e/clock.spec.ts', 'one clock: the browser of every person, the server and its pages tell the same time']],
  },
  { line: 'customer type 1 personal, otherwise enterprise', heldBy: [[rules, 'customer type 1 is a person, the other a company']] },
  {
    line: 'identity labels: 1 factory side, 2 customer side',
    heldBy: [[entry, 'a person who is factory and dealer changes sides and chooses on the identity page']],
  },
  {
    line: 'value-level grades B to AAA with descriptions; model-result cutoff 2021-12-14 17:00',
    otherwise: 'they belong to customer guard, which is not built yet: no screen shows a grade',
  },
  {
    line: 'scroll-tracking throttle 1 second',
    otherwise:
      'the list of a help page’s questions follows an IntersectionObserver, which tells of crossings alone: there is nothing to throttle, and no second to wait',
  },
  {
    line: 'default debounce 1000 ms',
    otherwise:
      'each place that asks while somebody types waits as long as suits it, well under a second; buttons need none: a press under way is not taken twice',
  },
  {
    line: '"Z" dates shifted by 8 hours',
    heldBy: [
      [rules, 'days are yyyy-MM-dd, ranges yyyy-MM-dd HH:mm:ss, and an instant with Z is read eight hours on'],
      ['tests/ui/format.test.ts', 'instants are read in Shanghai, days stay'],
    ],
  },
  { line: 'amounts 2 decimals', heldBy: [[rules, 'amounts have two decimals and separators, and in 万 never vanish']] },
  {
    line: 'menu-tag to icon mapping has about 24 entries',
    heldBy: [
      [rules, 'about 24 groups of the menu have a tag and an icon'],
      ['tests/domains/account/userInfo.test.ts', 'gives apps, groups and entries of the menu with a tag each, groups with their icon'],
    ],
  },
];

const texts = new Map<string, string>();
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
};
/** The title as a test's first argument: of one that was renamed or left out of runs nothing is found. */
const isRun = (file: string, title: string): boolean =>
  ["'", '"'].some((quote) =>
    [`test(${quote}${title}${quote},`, `it(${quote}${title}${quote},`, `)(${quote}${title}${quote},`].some((begin) => textOf(file).includes(begin)),
  );

test.each([
  ['5', section5],
  ['8', section8],
  ['9', section9],
] as const)('the tests that hold section %s are there', (_, lines) => {
  const missing = lines.flatMap((one) => ('heldBy' in one ? one.heldBy.filter(([file, title]) => !isRun(file, title)).map((test) => test.join(': ')) : []));
  expect(missing).toEqual([]);
});
