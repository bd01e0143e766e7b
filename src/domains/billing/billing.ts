import { stateTable } from '~/shared/states';

export const billingStates = {
  PENDING_AUDIT: '待审核',
  WAIT_ISSUE: '待开票',
  ISSUING: '开票中',
  ISSUED: '已开票',
  PART_RED: '部分红冲',
  RED: '已红冲',
  FAILED: '开票失败',
  REJECTED: '已驳回',
  VOID: '已作废',
} as const;
export type BillingState = keyof typeof billingStates;

export const billingFlow = stateTable<BillingState>(billingStates, {
  PENDING_AUDIT: ['WAIT_ISSUE', 'REJECTED', 'VOID'],
  WAIT_ISSUE: ['ISSUING', 'ISSUED', 'VOID'],
  ISSUING: ['ISSUED', 'FAILED'],
  FAILED: ['ISSUING', 'ISSUED', 'VOID'],
  ISSUED: ['PART_RED', 'RED'],
  PART_RED: ['PART_RED', 'RED'],
  RED: [],
  REJECTED: [],
  VOID: [],
});
/** An invoice stands, wholly or in part. */
export const standing: readonly BillingState[] = ['ISSUED', 'PART_RED'];
/** Somebody issued it once: it has numbers, and files may be downloaded. */
export const wasIssued = (status: BillingState): boolean => status === 'ISSUED' || status === 'PART_RED' || status === 'RED';
/** Applied for and still on the way: its goods are taken. */
export const underWay: readonly BillingState[] = ['PENDING_AUDIT', 'WAIT_ISSUE', 'ISSUING', 'FAILED'];

export const invoiceKinds = { E_SPECIAL: '数电专票', E_GENERAL: '数电普票', P_SPECIAL: '纸质专票', P_GENERAL: '纸质普票' } as const;
export type InvoiceKind = keyof typeof invoiceKinds;
export const isSpecial = (kind: InvoiceKind): boolean => kind === 'E_SPECIAL' || kind === 'P_SPECIAL';
export const isElectronic = (kind: InvoiceKind): boolean => kind === 'E_SPECIAL' || kind === 'E_GENERAL';

export const directions = { BLUE: '蓝字', RED: '红字' } as const;
export type Direction = keyof typeof directions;
/** Of the tax office's list. */
export const redReasons = { '01': '开票有误', '02': '销货退回', '03': '服务中止', '04': '销售折让' } as const;
export type RedReason = keyof typeof redReasons;
/** 销售折让 lowers the amount and leaves the goods. */
export const isAllowance = (reason: RedReason | null): boolean => reason === '04';

export const issuedBy = { '': '', HAND: '手工登记', IMPORT: '批量导入', PLATFORM: '开票平台' } as const;
export type IssuedBy = keyof typeof issuedBy;

export const requestStates = {
  WAITING: '待发送',
  SENT: '等待结果',
  ISSUED: '已开出',
  REFUSED: '平台拒绝',
  STUCK: '需人工核实',
  DROPPED: '已核实未开出',
} as const;
export type RequestState = keyof typeof requestStates;

export const MAX_LINES = 500;
/** A classification code of the tax office has so many digits. */
export const isTaxClass = (code: string): boolean => /^\d{19}$/.test(code);

/** Why a number cannot be that of such an invoice, or null. 数电: 20 digits; paper: 8 digits and a code of 10 or 12. */
export function invoiceNoProblem(kind: InvoiceKind, { code, no }: { code: string; no: string }): { field: 'code' | 'no'; message: string } | null {
  if (isElectronic(kind)) {
    if (code !== '') return { field: 'code', message: '数电发票没有发票代码，请留空' };
    return /^\d{20}$/.test(no) ? null : { field: 'no', message: '数电发票号码应为20位数字' };
  }
  if (!/^(\d{10}|\d{12})$/.test(code)) return { field: 'code', message: '纸质发票代码应为10位或12位数字' };
  return /^\d{8}$/.test(no) ? null : { field: 'no', message: '纸质发票号码应为8位数字' };
}
