import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refundTargets } from '~/domains/finance/refund';
import { myLineSources } from '~/domains/order/order';
import { myStatementStates } from '~/domains/statement/statement';
import { screens } from '~/portal/screens';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.(tsx?|astro)$/.test(path));
/** Every piece of text in the sources that holds the word, with where it stands. */
const saying = (word: RegExp): string[] =>
  sources.flatMap((path) =>
    (readFileSync(`src/${path}`, 'utf8').match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|>[^<>{}\n]+</g) ?? [])
      .filter((text) => /[\u4e00-\u9fff]/.test(text) && word.test(text))
      .map((text) => `${path}: ${text}`),
  );

describe('one word for one act', () => {
  it('says 新建 of making a record; 新增 is what an import or a synchronisation does to rows, beside 更新', () => {
    const imports =
      /^(ui\/import|ui\/form\/merge|domains\/batch|domains\/directory\/directory\.ts|demo\/)|[iI]mport|customerPriceBatch|fieldLabels|fundActions/;
    expect(saying(/新增/).filter((one) => !imports.test(one))).toEqual([]);
    expect(saying(/代客下单|新建收款|新建入账[^单]/)).toEqual([]);
  });

  it('calls each page by one name, and no two pages of an app by the same', () => {
    const named = screens.filter(({ who }) => who !== 'public').map(({ app, who, title }) => `${app} ${who} ${title}`);
    expect(named.filter((one, at) => named.indexOf(one) !== at)).toEqual([]);
    expect(saying(/应收台账|客户应收[^未]|应收列表/).filter((one) => !one.includes('不计入客户应收'))).toEqual([]);
  });

  it('names pages that make something by 新建 or by the act', () => {
    const making = screens.filter(({ path }) => /\/(create|inAdd|enterAccount)$/.test(path)).map(({ title }) => title);
    expect(making.length).toBeGreaterThan(5);
    for (const title of making) expect(title).toMatch(/^新建|^下单$|^申请/);
  });
});

it('speaks to the dealer on the dealer’s pages', () => {
  for (const { title } of screens.filter(({ who }) => who === 'dealer')) expect(title).not.toMatch(/客户/);
  // What pages of both sides share says to the dealer what is the dealer's.
  for (const word of [myStatementStates, myLineSources, refundTargets].flatMap((names) => Object.values(names))) expect(word).not.toMatch(/客户/);
  const own = sources.filter((path) => /domains\/[^/]+\/screens\/(My[A-Z]|shop\/)\w*\.tsx$/.test(path));
  expect(own.length).toBeGreaterThan(4);
  for (const path of own) expect(readFileSync(`src/${path}`, 'utf8'), path).not.toMatch(/[>'"`][^<>'"`\n]*客户/);
});
