import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractFlow, contractStates, nextTurns, turnOf } from '~/domains/contract/contract';
import { type Block, chineseNumber, fillBlocks, holds, missingValues, templateProblems, written } from '~/domains/contract/fill';
import { standardTemplates } from '~/domains/contract/standardTemplates';
import { tableShapes, tablesOf, variablesOf } from '~/domains/contract/variables';

const always = { label: '', op: 'HAS', value: '' } as const;
const para = (text: string, when: Block['when'] = always): Block => ({ kind: 'PARA', text, when });
const variables = [
  { label: '额度', kind: 'yuan' },
  { label: '客户', kind: 'text' },
  { label: '日期', kind: 'date' },
] as const;
const filling = (values: Record<string, string>) => ({ values, tables: {} });
const text = (blocks: readonly Block[], values: Record<string, string>) =>
  fillBlocks(blocks, variables, [], filling(values)).map((one) => (one.kind === 'TABLE' ? one.title : `${one.no}${one.text}`));

test('amounts stand in figures and capitals, days in Chinese', () => {
  expect(text([para('{{额度}}（{{额度|大写}}），{{ 日期 }}，{{客户}}')], { 额度: '1234567.5', 日期: '2026-03-09', 客户: '岩禾' })).toEqual([
    '1,234,567.50（人民币壹佰贰拾叁万肆仟伍佰陆拾柒元伍角整），2026年3月9日，岩禾',
  ]);
  expect(written('-20', 'yuan', '大写')).toMatch(/^负/);
  // Capitals end at 分: a finer amount keeps its figures rather than lose some.
  expect(written('1.2345', 'yuan', '大写')).toBe('1.2345');
  expect(written('', 'text')).toBe('＿＿＿＿');
});

test('clauses are numbered over those that stand, and a block stands under its condition alone', () => {
  const blocks: Block[] = [
    { kind: 'CLAUSE', text: '甲', when: always },
    { kind: 'CLAUSE', text: '乙', when: { label: '额度', op: 'OVER', value: '1000' } },
    { kind: 'CLAUSE', text: '丙', when: { label: '额度', op: 'NONE', value: '' } },
    { kind: 'CLAUSE', text: '丁', when: { label: '客户', op: 'IS', value: '岩禾' } },
  ];
  expect(text(blocks, { 额度: '1000.01', 客户: '岩禾' })).toEqual(['第一条甲', '第二条乙', '第三条丁']);
  expect(text(blocks, { 额度: '1000', 客户: '别家' })).toEqual(['第一条甲']);
  expect(text(blocks, {})).toEqual(['第一条甲', '第二条丙']);
});

test('amounts are compared as amounts, whatever their length', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 15n }), (a, b) => {
      const yuan = (fen: bigint) => `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`;
      const given = filling({ 额度: yuan(a) });
      expect(holds({ label: '额度', op: 'OVER', value: yuan(b) }, variables, given)).toBe(a > b);
      expect(holds({ label: '额度', op: 'UNDER', value: yuan(b) }, variables, given)).toBe(a < b);
    }),
  );
});

test('a template that names what nobody knows is told so, by block', () => {
  expect(
    templateProblems([para('{{额度}}'), para('{{额渡}}'), para('{{客户|大写}}'), para('{{客户'), { kind: 'TABLE', text: '没有', when: always }], variables, []),
  ).toEqual(['第2段用了未知的字段“额渡”', '第3段的字段“客户”不能写成“大写”', '第4段的花括号没有成对', '第5段的表格“没有”不存在，这类合同没有表格']);
});

test('a gap is found only in text that stands', () => {
  const blocks = [para('{{额度}}'), para('{{客户}}', { label: '客户', op: 'HAS', value: '' })];
  expect(missingValues(blocks, variables, filling({}))).toEqual(['额度']);
  expect(missingValues(blocks, variables, filling({ 额度: '1.00' }))).toEqual([]);
});

test('no value can bring a hole of its own, and every value arrives whole', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 40 }), (value) => {
      expect(text([para('甲{{客户}}乙')], { 客户: value })).toEqual([`甲${value}乙`]);
    }),
  );
});

test('the standard templates name known fields alone, and each can be filled', () => {
  for (const one of standardTemplates) {
    const all = [...variablesOf(one.kind), ...one.fields];
    expect([one.name, templateProblems(one.blocks, all, tablesOf(one.kind))]).toEqual([one.name, []]);
    const values = Object.fromEntries(
      all.map((variable) => [variable.label, variable.kind === 'yuan' ? '100.00' : variable.kind === 'date' ? '2026-01-02' : '值']),
    );
    expect(missingValues(one.blocks, all, filling(values))).toEqual([]);
    expect(fillBlocks(one.blocks, all, tableShapes, filling(values)).some((block) => block.kind !== 'TABLE' && block.text.includes('{{'))).toBe(false);
  }
});

test('clauses are numbered as people count', () => {
  expect([1, 10, 11, 20, 25, 99].map(chineseNumber)).toEqual(['一', '十', '十一', '二十', '二十五', '九十九']);
});

test('one after the other, or all at once: everybody signs exactly once', () => {
  const signer = fc.record({ side: fc.constantFrom('OURS', 'THEIRS'), seq: fc.nat(9) });
  fc.assert(
    fc.property(
      fc.uniqueArray(signer, { minLength: 1, maxLength: 6, selector: (one) => one.seq }),
      fc.constantFrom('SEQ' as const, 'PAR' as const),
      fc.infiniteStream(fc.nat()),
      (given, order, picks) => {
        const signers = given.map((one, at) => ({ ...one, id: String(at), status: 'WAITING' }));
        const signed: number[] = [];
        for (let turns = nextTurns(order, signers); turns.length; turns = nextTurns(order, signers)) {
          for (const one of signers) if (turns.includes(one.id)) one.status = 'TURN';
          expect(turnOf(signers)).not.toBeNull();
          const id = turns[Number(picks.next().value) % turns.length];
          const one = signers.find((each) => each.id === id) as (typeof signers)[number];
          one.status = 'SIGNED';
          signed.push(one.seq);
        }
        expect(turnOf(signers)).toBeNull();
        expect(new Set(signed).size).toBe(signers.length);
        if (order === 'SEQ') expect(signed).toEqual([...signed].sort((a, b) => a - b));
      },
    ),
  );
});

test('what everybody signed, revoked or refused stays as it is; what ran out of time can go on', () => {
  const states = Object.keys(contractStates) as (keyof typeof contractStates)[];
  const leads = (from: (typeof states)[number]) => states.filter((to) => contractFlow.mayBecome(from, to));
  expect(Object.fromEntries(states.map((from) => [from, leads(from)]))).toEqual({
    DRAFT: ['REVIEWING'],
    REVIEWING: ['DRAFT', 'SIGNING'],
    SIGNING: ['DONE', 'REVOKED', 'EXPIRED', 'REFUSED'],
    DONE: [],
    REVOKED: [],
    EXPIRED: ['SIGNING'],
    REFUSED: [],
  });
});
