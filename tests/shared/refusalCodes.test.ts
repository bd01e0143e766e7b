import { expect, test } from 'vitest';
import { BAD_INPUT, NO_PERMISSION, NOT_FOUND, refusalCodes, SESSION_INVALID, SYSTEM_BUSY, TOO_MANY, WARNING } from '~/shared/refusal';

test('no two reasons share a code: a program tells them apart by it', () => {
  const codes = [...Object.values(refusalCodes), SESSION_INVALID, NO_PERMISSION, BAD_INPUT, NOT_FOUND, TOO_MANY, SYSTEM_BUSY, WARNING];
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});
