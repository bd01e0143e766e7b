import { told } from './told';

/** A page that helps whoever was refused. */
export interface Way {
  title: string;
  href: string;
}

/** What the browser gets beside code and message: a symbolic reason, errors by field path, and whatever figures the screen needs. */
export interface RefusalData {
  reason?: string;
  /** Field path (`lines.2.qty`) to a Chinese sentence, shown beside that field. */
  fields?: Record<string, string>;
  ways?: readonly Way[];
  [more: string]: unknown;
}

/**
 * The one exception domains throw: a business "no" with a sentence for the person.
 * Codes are numeric strings, one range a domain (see `refusalCodes`), or the protocol's own codes of spec section 8.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly data: RefusalData;
  /** As it was said: with the marks of the values in it, for `told` of whoever it goes to. */
  readonly said: { message: string; data: RefusalData };

  constructor(code: string, message: string, data: RefusalData = {}) {
    super(told(message));
    this.name = 'Refusal';
    this.code = code;
    this.data = told(data);
    this.said = { message, data };
  }
}

export const SESSION_INVALID = '100000004';
export const NO_PERMISSION = '100000005';
export const BAD_INPUT = '100000006';
export const NOT_FOUND = '100000007';
export const TOO_MANY = '100000008';
export const SYSTEM_BUSY = 'E9999';
export const WARNING = 'W1';

export const BUSY_MESSAGE = '系统繁忙，请稍后重试';
export const NO_PERMISSION_MESSAGE = '暂无权限访问该页面';
export const OUT_OF_SCOPE_MESSAGE = '保存后的数据将超出您的数据范围，请选择您范围内的客户、业务员、区域或仓库';

/** Symbolic reason to numeric code: 10xxxx protocol, 30 catalogue, 31 orders, 32 stock, 33 funds, 34 customers, 35 accounts, 36 imports and files, 37 programs, 38 approval processes, 39 credit, 42 documents and seals, 43 contracts. */
export const refusalCodes = {
  VERSION: '100001001',
  IDEMPOTENT_MISMATCH: '100001002',
  ROW_BUSY: '100001003',
  BAD_STATE: '310001',
  PRICE_CHANGED: '310002',
  MOQ: '310003',
  NO_PRICE: '310004',
  PRICE_FLOOR: '310005',
  SAME_PERSON: '310006',
  QTY_EXCEED: '310007',
  NOT_ON_SALE: '310008',
  AUDIT_ELSEWHERE: '310009',
  OPINION_OPEN: '310010',
  PROJECT_CAP: '310011',
  ACT_QUOTA: '310012',
  RETURN_EXCEED: '310013',
  BILL_EXCEED: '310020',
  BILL_RULE: '310021',
  BILL_RED_FIRST: '310022',
  STOCK_SHORT: '320001',
  STOCK_DOC: '320002',
  FUND_SHORT: '330001',
  FUND_HOLD: '330002',
  DUP_FLOW_NO: '330003',
  EXPENSE_SHORT: '330004',
  CHECK_CLOSED: '330020',
  CHECK_STATE: '330021',
  CUSTOMER_DISABLED: '340001',
  CUSTOMER_DUPLICATE: '340002',
  CUSTOMER_STATE: '340003',
  PROJECT_STATE: '340004',
  LOGIN_FAILED: '350001',
  LOGIN_LOCKED: '350002',
  WEAK_PASSWORD: '350003',
  ACCOUNT_RULE: '350004',
  SMS_CODE: '350005',
  OUT_OF_SCOPE: '350006',
  PREVIEW: '350007',
  ORGANISATION: '350008',
  REAL_NAME: '350009',
  SECOND_FACTOR: '350020',
  PROVE_SELF: '350021',
  NOT_CONFIGURED: '350022',
  SCAN_UNBOUND: '350023',
  INVITE: '350024',
  DUPLICATE_CODE: '300001',
  IN_USE: '300002',
  UNIT_INEXACT: '300003',
  CATALOGUE_RULE: '300004',
  PRICE_OVERLAP: '300005',
  CREDIT_SHORT: '390001',
  CREDIT_STATE: '390002',
  CREDIT_RULE: '390003',
  PDF_GLYPH: '420001',
  PDF_READ: '420002',
  PDF_PLACE: '420003',
  PDF_SIGNED: '420004',
  SEAL_ART: '420005',
  CONTRACT_STATE: '430001',
  CONTRACT_RULE: '430002',
  CONTRACT_FILE: '430003',
  PDF_STAMP: '420006',
  SEAL_AUTH: '420007',
  IMPORT_FILE: '360001',
  IMPORT_ROWS: '360002',
  IMPORT_STATE: '360003',
  FILE_REFUSED: '360004',
  FILE_QUOTA: '360005',
  EXPORT_STATE: '360010',
  EXPORT_LIMIT: '360011',
  APP_SIGNATURE: '370001',
  APP_CLOCK: '370002',
  APP_REPLAY: '370003',
  APP_STATE: '370004',
  APP_ADDRESS: '370005',
  APP_QUOTA: '370006',
  APP_TOKEN: '370007',
  APP_CALL: '370008',
  APP_RULE: '370009',
  PROCESS: '380001',
} as const;
export type RefusalReason = keyof typeof refusalCodes;

export function refuse(reason: RefusalReason, message: string, data: RefusalData = {}): never {
  throw new Refusal(refusalCodes[reason], message, { ...data, reason });
}

/** Bad input the schema cannot know; the sentence stands beside its field. */
export function refuseField(field: string, message: string): never {
  throw new Refusal(BAD_INPUT, message, { reason: 'BAD_INPUT', fields: { [field]: message } });
}

/** A value of a list's filter or order that only the list itself can judge; a page asks again without it. */
export function refuseUnfit(field: string, message: string): never {
  throw new Refusal(BAD_INPUT, message, { reason: 'BAD_INPUT', fields: { [field]: message }, unfit: [field] });
}

/** The same answer for an id that never existed and one that belongs to somebody else. */
export function notFound(what = '该单据'): never {
  throw new Refusal(NOT_FOUND, `${what}不存在或已删除`, { reason: 'NOT_FOUND' });
}

export function versionConflict(said = '单据已被他人修改，请刷新后重试'): never {
  return refuse('VERSION', said);
}
