import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionProblems, conditionWords, holds, operatorsOf } from '~/domains/workflow/condition';
import type { Comparison, Condition, FormField, FormValues, Operator } from '~/domains/workflow/process';
import { formFields, memberId, someValues } from '../../support/processes';

const holdsFor = (condition: Condition, values: FormValues) => holds(condition, values, formFields);
const fieldOf = (key: string) => formFields.find((field) => field.key === key) as FormField;

const givenOf = (field: FormField): fc.Arbitrary<string> => {
  switch (field.type) {
    case 'AMOUNT':
      return fc.constantFrom('0', '0.00', '10', '10.0', '10.00', '9999999999.99', '0.1', '0.3', '6000000.00', '-1.5');
    case 'NUMBER':
      return fc.constantFrom('0', '7', '7.000000', '7.000001', '30', '-5', '0.1', '0.2');
    case 'CHOICE':
      return fc.constantFrom('A', 'B', 'C');
    case 'DATE':
      return fc.constantFrom('2026-01-31', '2026-02-01', '2027-12-31', '2024-02-29');
    case 'BOOLEAN':
      return fc.constantFrom('true', 'false');
    case 'TEXT':
      return fc.constantFrom('借款', '采购', '周转', '作废');
    default:
      return fc.constantFrom(memberId(1), memberId(2), memberId(11), memberId(12));
  }
};
const comparison: fc.Arbitrary<Comparison> = fc.constantFrom(...formFields).chain((field) =>
  fc.constantFrom(...operatorsOf[field.type]).chain((op) => {
    const one = givenOf(field);
    const value = op === 'BETWEEN' ? fc.tuple(one, one).map((ends) => [...ends]) : op === 'IN' ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
    return value.map((given) => ({ field: field.key, op, value: given }));
  }),
);
const { tree: condition } = fc.letrec<{ tree: Condition }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparison,
    fc.array(tie('tree'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('tree'), { maxLength: 3 }).map((any) => ({ any })),
  ),
}));

/** The same question asked in the plainest way: figures as whole millionths, days as numbers, one answer a value. */
function oracle(asked: Condition, values: FormValues): boolean {
  if ('all' in asked) return !asked.all.some((part) => !oracle(part, values));
  if ('any' in asked) return asked.any.filter((part) => oracle(part, values)).length > 0;
  const { type } = fieldOf(asked.field);
  const raw = values[asked.field];
  const given = (Array.isArray(raw) ? raw : raw === undefined ? [] : [raw]).filter((text) => text !== '');
  const asOne = (text: string): number | string => {
    if (type === 'AMOUNT' || type === 'NUMBER') return Math.round(Number(text) * 1e6) / 1e6;
    return type === 'DATE' ? Date.parse(text) : text;
  };
  const wanted = (Array.isArray(asked.value) ? asked.value : [asked.value]).map(asOne);
  const [low, high] = wanted as [number, number];
  const asks: Record<Operator, (one: number | string) => boolean> = {
    EQ: (one) => one === wanted[0],
    NE: (one) => one !== wanted[0],
    GT: (one) => (one as number) > low,
    GE: (one) => (one as number) >= low,
    LT: (one) => (one as number) < low,
    LE: (one) => (one as number) <= low,
    IN: (one) => wanted.includes(one),
    BETWEEN: (one) => (one as number) >= low && (one as number) <= high,
    CONTAINS: (one) => String(one).split(String(wanted[0])).length > 1,
  };
  const answers = given.map((text) => asks[asked.op](asOne(text)));
  if (asked.op === 'NE') return answers.length > 0 && !answers.includes(false);
  return answers.includes(true);
}

describe('conditions', () => {
  it('hold as a plain reading says', () => {
    fc.assert(
      fc.property(condition, someValues, (asked, values) => {
        expect(holdsFor(asked, values)).toBe(oracle(asked, values));
      }),
      { numRuns: 2000 },
    );
  });

  it('compare figures digit by digit', () => {
    expect(holdsFor({ field: 'amount', op: 'GT', value: '99999999999999.98' }, { amount: '99999999999999.99' })).toBe(true);
    expect(holdsFor({ field: 'amount', op: 'EQ', value: '10' }, { amount: '10.00' })).toBe(true);
    expect(holdsFor({ field: 'days', op: 'LT', value: '-0.000001' }, { days: '-0.000002' })).toBe(true);
    expect(holdsFor({ field: 'days', op: 'GE', value: '-0' }, { days: '0' })).toBe(true);
  });

  it('hold nothing of what is missing, of another type or of no field, and never throw', () => {
    const odd = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 }), fc.constantFrom('1e5', 'NaN', '１２', '2026-13-45', '__proto__'));
    const anyComparison = fc.record({
      field: fc.oneof(fc.constantFrom(...formFields.map(({ key }) => key), 'constructor', '__proto__'), fc.string()),
      op: comparison.map(({ op }) => op),
      value: odd,
    });
    fc.assert(
      fc.property(anyComparison, fc.dictionary(fc.constantFrom(...formFields.map(({ key }) => key)), odd), (asked, values) => void holdsFor(asked, values)),
    );
    for (const op of ['EQ', 'NE', 'GE', 'LE'] as const) {
      expect(holdsFor({ field: 'amount', op, value: '1' }, {})).toBe(false);
      expect(holdsFor({ field: 'amount', op, value: '1' }, { amount: '一万' })).toBe(false);
      expect(holdsFor({ field: 'nothing', op, value: '1' }, { nothing: '1' })).toBe(false);
    }
  });

  it('are refused at publishing exactly where they do not fit their field', () => {
    fc.assert(
      fc.property(comparison, (asked) => {
        const [low, high] = asked.value as string[];
        const upsideDown = asked.op === 'BETWEEN' && oracle({ field: asked.field, op: 'GT', value: high as string }, { [asked.field]: low as string });
        expect(conditionProblems(asked, formFields)).toHaveLength(upsideDown ? 1 : 0);
      }),
    );
    const wrong: [Comparison, RegExp][] = [
      [{ field: 'amount', op: 'CONTAINS', value: '1' }, /“金额”不能用“包含”比较/],
      [{ field: 'amount', op: 'GE', value: '' }, /“金额”没有填写比较值/],
      [{ field: 'amount', op: 'GE', value: '1.234' }, /“金额”的比较值“1.234”应为金额，最多两位小数/],
      [{ field: 'amount', op: 'GE', value: ['1'] }, /比较值与“大于等于”不符/],
      [{ field: 'amount', op: 'BETWEEN', value: ['5', '3'] }, /起点5大于终点3/],
      [{ field: 'amount', op: 'BETWEEN', value: ['5'] }, /两端应填写两个值/],
      [{ field: 'kind', op: 'IN', value: ['A', 'Z'] }, /“类型”的比较值“Z”应为可选项之一/],
      [{ field: 'kind', op: 'EQ', value: 'toString' }, /应为可选项之一/],
      [{ field: 'urgent', op: 'EQ', value: '是' }, /应为“是”或“否”/],
      [{ field: 'dueOn', op: 'LE', value: '2026-02-30' }, /应为日期/],
      [{ field: 'gone', op: 'EQ', value: '1' }, /字段“gone”不在表单中/],
      [{ field: '', op: 'EQ', value: '1' }, /没有选择字段/],
    ];
    for (const [asked, words] of wrong) expect(conditionProblems({ all: [asked] }, formFields).join(), JSON.stringify(asked)).toMatch(words);
    expect(conditionProblems({ all: [] }, formFields)).toEqual(['没有设置条件']);
  });

  it('are said in words', () => {
    const names = (id: string) => (id === memberId(1) ? '张三' : id);
    const asked: Condition = {
      all: [
        { field: 'amount', op: 'BETWEEN', value: ['10000', '50000.00'] },
        {
          any: [
            { field: 'kind', op: 'IN', value: ['A', 'B'] },
            { field: 'handler', op: 'EQ', value: memberId(1) },
          ],
        },
        { field: 'urgent', op: 'EQ', value: 'true' },
      ],
    };
    expect(conditionWords(asked, formFields, names)).toBe('金额介于10,000元至50,000.00元 且 （类型属于甲类、乙类 或 经办人等于张三） 且 是否加急为是');
    expect(conditionWords({ all: [] }, formFields)).toBe('未设置条件');
  });
});
