import type { z } from 'zod';

type Raw = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

const sizes: Record<string, string> = { string: '个字', array: '项', set: '项', map: '项', file: '字节' };
const types: Record<string, string> = {
  string: '应为文本',
  number: '应为数字',
  nan: '应为数字',
  int: '应为整数',
  bigint: '应为整数',
  boolean: '应为“是”或“否”',
  date: '应为日期时间',
  array: '应为列表',
  tuple: '应为列表',
  file: '应为文件',
};
const formats: Record<string, string> = {
  email: '应为邮箱地址',
  url: '应为网址',
  datetime: '应为日期时间',
  date: '应为日期',
  time: '应为时间',
};

/**
 * What is wrong with a value, as the rest of a sentence that begins with the field's name; for what a schema says nothing about itself.
 */
export function problemWords(issue: Raw): string {
  const empty = issue.input === undefined || issue.input === null || issue.input === '';
  switch (issue.code) {
    case 'invalid_type':
      return empty ? '不能为空' : (types[issue.expected as string] ?? '格式不正确');
    case 'invalid_value':
      return empty ? '不能为空' : oneOf((issue as Extract<Raw, { code: 'invalid_value' }>).values);
    case 'too_small':
      return limitWords(issue as Extract<Raw, { code: 'too_small' }>);
    case 'too_big':
      return limitWords(issue as Extract<Raw, { code: 'too_big' }>);
    case 'invalid_format':
      return empty ? '不能为空' : (formats[issue.format as string] ?? '格式不正确');
    case 'not_multiple_of':
      return `应为${issue.divisor}的倍数`;
    case 'unrecognized_keys':
      return '包含不能识别的内容';
    case 'invalid_union':
      return empty ? '不能为空' : (ownWords(issue.errors as Issue[][]) ?? choiceWords(issue.errors as Issue[][]) ?? '格式不正确');
    default:
      return '不正确';
  }
}

function limitWords(issue: Extract<Raw, { code: 'too_small' | 'too_big' }>): string {
  const unit = sizes[issue.origin ?? ''];
  if (issue.code === 'too_small') {
    if (unit && Number(issue.minimum) === 1) return '不能为空';
    return unit ? `至少${issue.minimum}${unit}` : `不能小于${issue.inclusive === false ? '或等于' : ''}${issue.minimum}`;
  }
  return unit ? `不能超过${issue.maximum}${unit}` : `不能大于${issue.inclusive === false ? '或等于' : ''}${issue.maximum}`;
}

/** Of a value that fits none of several forms: the words of the form it came nearest to, the one that said more than that it is another value or type. */
function ownWords(errors: readonly Issue[][]): string | undefined {
  return errors.flat().find((one) => one.path.length === 0 && one.code !== 'invalid_value' && one.code !== 'invalid_type')?.message;
}

/** Of several forms that are choices: any of them all. */
function choiceWords(errors: readonly Issue[][]): string | undefined {
  const values = errors.flat().flatMap((one) => (one.path.length === 0 && one.code === 'invalid_value' ? one.values : []));
  return values.some(Boolean) ? oneOf(values) : undefined;
}

/** What may stand there, as it is to be written. */
export const oneOf = (values: readonly unknown[]): string =>
  `只能是${values
    .filter((value) => value !== '')
    .map((value) => `“${String(value)}”`)
    .join('、')}`;

/** `lines.2.qty` is row 3 to a person. */
export function lineOf(path: string): string {
  const row = /\.(\d+)(\.|$)/.exec(`.${path}`);
  return row ? `第${Number(row[1]) + 1}行：` : '';
}
