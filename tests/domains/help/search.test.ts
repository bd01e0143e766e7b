import { describe, expect, it } from 'vitest';
import { bigrams, buildIndex, excerpt, marked, searchHelp, subject } from '~/domains/help/search';
import { queries } from './queries';
import { questions } from './questions';

const index = buildIndex(questions);
const idsOf = (query: string) => searchHelp(index, query).map(({ id }) => id);

describe('searching the help', () => {
  it('has at least sixty questions to search', () => expect(questions.length).toBeGreaterThanOrEqual(60));

  it('answers forty real queries: at least 36 first, all of them among the first three', () => {
    const places = queries.map(([query, ...wanted]) => ({ query, place: idsOf(query).findIndex((id) => wanted.includes(id)) }));
    expect(places.filter(({ place }) => place < 0 || place > 2)).toEqual([]);
    expect(places.filter(({ place }) => place === 0).length, JSON.stringify(places.filter(({ place }) => place !== 0))).toBeGreaterThanOrEqual(36);
  });

  it('finds every question by its own title', () => {
    const missed = questions.filter(({ id, title }) => !idsOf(title).slice(0, 3).includes(id));
    expect(missed.map(({ title }) => title)).toEqual([]);
  });

  it('finds a single character, full-width letters and either case', () => {
    expect(idsOf('箱').length).toBeGreaterThan(0);
    expect(idsOf('ＥＸＣＥＬ').length).toBeGreaterThan(0);
    expect(idsOf('ＥＸＣＥＬ')).toEqual(idsOf('excel'));
    expect(idsOf('sku').length).toBeGreaterThan(0);
  });

  it('finds by pinyin, whole and by first letters, what it finds by the characters', () => {
    for (const [typed, wanted] of [
      ['quxiaodingdan', 'order/cancel-order'],
      ['qxdd', 'order/cancel-order'],
      ['qu xiao ding dan', 'order/cancel-order'],
      ['gaidan', 'order/edit-submitted'],
      ['GD', 'order/edit-submitted'],
      ['jiedan', 'order/close-order'],
    ] as const)
      expect(idsOf(typed).slice(0, 3), typed).toContain(wanted);
    expect(idsOf('liangzijiuchan')).toEqual([]);
  });

  it('finds nothing for what the help does not speak of, and survives anything typed', () => {
    expect(idsOf('量子纠缠')).toEqual([]);
    for (const odd of ['', ' ', '？？', '\\', '*', '<script>', '😀', 'a'.repeat(500), '怎么', '的的的']) expect(() => idsOf(odd)).not.toThrow();
  });

  it('cuts Chinese into pairs and leaves words of letters whole', () => {
    expect(bigrams('改单 SKU编码')).toEqual(['改单', 'sku', '编码']);
    expect(subject('怎样取消订单吗')).toBe('取消订单');
    expect(subject('怎么')).toBe('怎么');
  });

  it('marks what was found without changing the text', () => {
    const pieces = marked('取消订单后冻结的资金立即释放。', '冻结的钱');
    expect(pieces.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['冻结']);
    expect(marked('…说明，数据范围', '数据范围').at(-1)).toEqual({ text: '数据范围', hit: true });
    for (const { text } of questions)
      expect(
        marked(text, '订单 SKU 冻结')
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
  });

  it('shows the part of an answer in which the words stand', () => {
    const text = `${'前面很长的一段话，'.repeat(20)}尾差上限是一元。`;
    expect(excerpt(text, '尾差')).toContain('尾差');
    expect(excerpt(text, '尾差').length).toBeLessThan(100);
  });
});
