import { isDate } from './dates';

/** A code or waybill as pasted: blanks and invisible characters inside it are never meant. */
export const compactCode = (text: string): string => text.replace(/[\s\u200b-\u200d\ufeff]+/g, '');

/** 11 digits beginning with 1. */
export const isMobile = (text: string): boolean => /^1\d{10}$/.test(text);

/**
 * A number that names a payment or an account, as one compares it: half-width, upper case, without spaces and without
 * characters nobody sees. What looks the same is the same.
 */
export const plainIdentity = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .toUpperCase();

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** ISO 7064 MOD 11-2 over the first 17 digits (GB 11643-1999). */
export function idCardCheckCharacter(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(first17[index]), 0);
  return '10X98765432'[sum % 11] as string;
}

/** Why an identity card number is refused, or null when it is right. */
export function idCardProblem(typed: string): string | null {
  const number = typed.trim().toUpperCase();
  if (/^\d{15}$/.test(number)) return '为15位旧身份证号，请填写18位身份证号';
  if (!/^\d{17}[\dX]$/.test(number)) return '应为18位身份证号，末位可以是X';
  if (!isDate(`${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`)) return '中的出生日期不正确';
  return idCardCheckCharacter(number.slice(0, 17)) === number[17] ? null : '校验位不正确，请核对是否有数字填错';
}

export const isIdCard = (typed: string): boolean => idCardProblem(typed) === null;

/** How calls name a kind of document that holds files. */
export const FILED_KIND = /^[a-zA-Z_]{1,40}$/;
