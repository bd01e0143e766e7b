import type { Field } from '~/server/sheet/columns';
import { code, halfWidth, shownAs, text } from '~/server/sheet/fields';
import { isDate, isSensibleDay } from '~/shared/dates';
import { plainIdentity } from '~/shared/identifiers';
import { displayYuan, MOST_FEN, parseYuan } from '~/shared/money';
import { saidYuan } from '~/shared/said';

/** A day, a time or both, as banks put them into one or two columns; `note` is a line of text such as 合计 in a date's place. */
export interface Moment {
  day: string | null;
  time: string | null;
  note?: true;
}
export type Direction = 'IN' | 'OUT' | null;

const NOTE = /合计|总计|小计|累计|本页|期初|期末|承前|过次|打印|制表|笔数|以下空白/;

/** 2026-11-03, 2026/11/3, 2026年11月3日, 20261103, each with or without a time; 101500 and 10:15:00 alone; a spreadsheet's serial number. */
const moment: Field<Moment> = shownAs(
  ({ day, time, note }) => (note ? '（不是明细行）' : [day, time].filter(Boolean).join(' ')),
  (cell) => {
    const typed = halfWidth(cell).trim();
    if (NOTE.test(typed)) return { value: { day: null, time: null, note: true } };
    const wrong = { error: `日期时间无法识别（当前值：${cell.slice(0, 30)}），应如2026-11-03 10:15:00` };
    const alone = clock(typed);
    if (alone) return { value: { day: null, time: alone } };
    if (/^\d{5}\.\d+$|^0\.\d+$/.test(typed)) return serial(Number(typed));
    const parts =
      /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[\sT]*(\d{1,2}[:：时]?\d{2}(?:[:：分]?\d{2}秒?)?)(?:\.\d+)?)?$/.exec(typed) ??
      /^(\d{4})(\d{2})(\d{2})(?:[\sT]*(\d{2}:?\d{2}(?::?\d{2})?)(?:\.\d+)?)?$/.exec(typed);
    if (!parts) return /^\d{5}$/.test(typed) ? serial(Number(typed)) : wrong;
    const day = `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}`;
    const time = parts[4] ? clock(parts[4]) : null;
    return isDate(day) && isSensibleDay(day) && (!parts[4] || time) ? { value: { day, time } } : wrong;
  },
);

/** 10:15, 10:15:00, 101500, 10时15分00秒; null for what is no time of day. */
function clock(typed: string): string | null {
  const parts = /^(\d{1,2})[:：时](\d{2})(?:[:：分](\d{2})秒?)?(?:\.\d+)?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(typed);
  if (!parts) return null;
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)];
  return hour < 24 && minute < 60 && second < 60 ? [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':') : null;
}

/** Days since 1899-12-30 and the fraction of the day. */
function serial(days: number): { value: Moment } {
  const text = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000).toISOString();
  const time = text.slice(11, 19);
  return { value: { day: days < 1 ? null : text.slice(0, 10), time: time === '00:00:00' && days >= 1 ? null : time } };
}

/** Thousand separators, currency marks and 元 go; a minus on either side and brackets mean below zero, a lone dash nothing. */
const money: Field<bigint> = shownAs(
  (fen) => (fen === 0n ? '' : displayYuan(fen)),
  (cell) => {
    const typed = halfWidth(cell)
      .replace(/[\s,，'"]/g, '')
      .replace(/^(人民币|RMB|CNY)/i, '')
      .replace(/[¥￥]/g, '')
      .replace(/(元|CR|DR)$/i, '')
      .replace(/[−–—]/g, '-');
    if (/^-*$/.test(typed)) return { value: 0n };
    const negative = /^\(.+\)$/.test(typed) || /^-|-$/.test(typed);
    const plain = typed.replace(/[()+-]/g, '');
    if (!/^\d{1,13}(\.\d+)?$/.test(plain)) return { error: `不是有效的金额（当前值：${cell.slice(0, 30)}）` };
    if ((plain.split('.')[1] ?? '').replace(/0+$/, '').length > 2) return { error: `最多允许2位小数（当前值：${cell.slice(0, 30)}）` };
    const [whole, fraction = ''] = plain.split('.');
    const fen = parseYuan(`${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`);
    if (fen > MOST_FEN) return { error: `不能超过${saidYuan(MOST_FEN)}元（当前值：${cell.slice(0, 30)}）` };
    return { value: negative ? -fen : fen };
  },
);

/** What a bank writes for money coming in or going out; anything else says nothing. */
const direction: Field<Direction> = shownAs(
  (value) => ({ IN: '收入', OUT: '支出', '': '' })[value ?? ''],
  (cell) => {
    const typed = halfWidth(cell).trim().toUpperCase();
    if (/^(贷|贷方|收|收入|来账|转入|存入|C|CR|IN|\+|收款|入账)$/.test(typed)) return { value: 'IN' };
    if (/^(借|借方|支|支出|往账|转出|支取|D|DR|OUT|-|付款|出账)$/.test(typed)) return { value: 'OUT' };
    return { value: null };
  },
);

const flowNo: Field<string> = (cell) => {
  const parsed = code(60)(cell);
  return 'error' in parsed ? parsed : { value: plainIdentity(parsed.value) };
};

/** Digits only; a number the spreadsheet has shortened to 6.22E+18 is no account any more. */
const account: Field<string> = (cell) => {
  const typed = plainIdentity(cell).replace(/['-]/g, '');
  return { value: /^[0-9A-Z*]{4,40}$/.test(typed) ? typed : '' };
};

/** Titles of the statements of the large banks, of WeChat and of Alipay; whatever else a file has is passed over. */
export const bankColumns = {
  at: { title: '交易时间', field: moment, aliases: ['交易日期时间', '到账时间', '交易发生时间', '付款时间', '支付时间'], sample: '2026-11-03 10:15:00' },
  day: { title: '交易日期', field: moment, aliases: ['交易日', '日期', '发生日期'], note: '与交易时间至少有一列', sample: '' },
  booked: { title: '记账日期', field: moment, aliases: ['入账日期', '记账日', '会计日期', '账务日期'], sample: '' },
  credit: {
    title: '贷方发生额',
    field: money,
    aliases: ['贷方金额', '贷方', '贷方发生金额', '收入金额', '收入', '存入金额', '存入', '收方金额', '转入金额', '收款金额', '来账金额'],
    note: '收入；与交易金额至少有一列',
    sample: '12,000.00',
  },
  debit: {
    title: '借方发生额',
    field: money,
    aliases: ['借方金额', '借方', '借方发生金额', '支出金额', '支出', '支取', '支取金额', '付方金额', '转出金额', '付款金额'],
    note: '支出的行自动跳过',
    sample: '',
  },
  amount: { title: '交易金额', field: money, aliases: ['发生额', '金额', '交易额', '发生金额', '金额(元)'], note: '带收支标志或正负号', sample: '' },
  direction: {
    title: '借贷标志',
    field: direction,
    aliases: ['借贷', '借/贷', '借贷方向', '借贷标识', '收支', '收/支', '收支标志', '收付标志', '交易方向', '交易类型'],
    sample: '',
  },
  payer: {
    title: '对方户名',
    field: text(120),
    note: '用于匹配客户',
    aliases: [
      '对方名称',
      '对方单位名称',
      '对方单位',
      '对方账户名称',
      '对方账户名',
      '付款人名称',
      '付款人户名',
      '付款人',
      '付款方名称',
      '付款户名',
      '收(付)方名称',
      '收付方名称',
      '交易对方',
      '对手名称',
    ],
    sample: '杭州晴川建材有限公司',
  },
  account: {
    title: '对方账号',
    field: account,
    note: '付过款的账号下次自动匹配',
    aliases: [
      '对方帐号',
      '对方账户',
      '对方账户账号',
      '对方卡号',
      '付款人账号',
      '付款人帐号',
      '付款账号',
      '付款方账号',
      '收(付)方账号',
      '收(付)方帐号',
      '收付方账号',
      '对手账号',
      '对方账号/卡号',
    ],
    sample: '3301000000000001234',
  },
  flowNo: {
    title: '交易流水号',
    field: flowNo,
    aliases: ['流水号', '银行流水号', '交易流水', '账户明细编号-交易流水号', '核心流水号', '日志号', '交易参考号', '交易单号', '柜员流水号'],
    note: '判断重复的依据；没有时按时间、金额和付款账号识别',
    sample: 'G0012300123',
  },
  summary: { title: '摘要', field: text(200), aliases: ['交易摘要', '附言', '交易附言'], sample: '货款' },
  purpose: { title: '用途', field: text(200), aliases: ['交易用途', '备注', '商品'], sample: '' },
};
export type BankColumns = typeof bankColumns;
