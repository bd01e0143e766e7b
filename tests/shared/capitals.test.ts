import { expect, test } from 'vitest';
import { capitals } from '~/shared/capitals';

test.each([
  ['10000', '人民币壹万元整'],
  ['10000.00', '人民币壹万元整'],
  ['20000.5', '人民币贰万元伍角整'],
  ['1010.00', '人民币壹仟零壹拾元整'],
  ['100.05', '人民币壹佰元零伍分'],
  ['0.00', '人民币零元整'],
  ['100001000.10', '人民币壹亿零壹仟元壹角整'],
])('%s元 ends as cheques end it: %s', (yuan, words) => {
  expect(capitals(yuan)).toBe(words);
});
