import { refuseSheet } from './refused.mjs';

const OLE = 'd0cf11e0a1b11ae1';
const utf16 = (text) => Buffer.from(text, 'utf16le');

/** What the bytes are, whatever the name says: 'xlsx' or 'csv'; anything else is refused with what to do about it. */
export function sniff(name, bytes) {
  const shown = `文件“${name}”`;
  if (bytes.length === 0) refuseSheet(`${shown}是空文件`);
  const head = bytes.subarray(0, 8).toString('hex');
  if (head.startsWith(OLE)) refuseOle(shown, bytes);
  if (head.startsWith('504b0304') || head.startsWith('504b0506')) return 'xlsx';
  if (head.startsWith('4d5a')) refuseSheet(`${shown}是可执行程序，不是表格，请上传 .xlsx 或 .csv 文件`);
  if (head.startsWith('25504446')) refuseSheet(`${shown}是PDF文件，请上传 .xlsx 或 .csv 文件`);
  const start = bytes
    .subarray(0, 1024)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (/^(<!doctype html|<html|<table|<meta|<\?xml|<head|mime-version:)/.test(start))
    refuseSheet(`${shown}实际是网页或XML格式，请用Excel或WPS打开后另存为 .xlsx 再上传`);
  if (isUtf16(bytes) || !hasControlBytes(bytes)) return 'csv';
  return refuseSheet(`${shown}不是有效的表格文件，请上传 .xlsx 或 .csv 文件`);
}

function refuseOle(shown, bytes) {
  if (bytes.includes(utf16('EncryptedPackage'))) refuseSheet(`${shown}已加密，请在Excel或WPS中取消打开密码后再上传`);
  if (bytes.includes(utf16('Workbook')) || bytes.includes(utf16('Book'))) refuseSheet(`${shown}是旧版 .xls 格式，请在Excel或WPS中另存为 .xlsx 再上传`);
  refuseSheet(`${shown}是旧版Office文件而不是 .xlsx 表格，请另存为 .xlsx 再上传`);
}

export const isUtf16 = (bytes) => bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));

function hasControlBytes(bytes) {
  for (const byte of bytes.subarray(0, 65_536)) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return true;
  return false;
}
