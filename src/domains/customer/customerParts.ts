import { usccProblem } from '~/shared/uscc';
import type { InvoiceTitleForm } from './customerParts.schema';

export const contactRoles = ['负责人', '采购', '财务', '收货', '项目经理', '其他'] as const;

/** A tax number is a credit code (18), or an old 15 or 20 digit one. */
export function taxNoProblem(taxNo: string): string | null {
  if (taxNo.length === 18) return usccProblem(taxNo);
  return /^([0-9A-Z]{15}|[0-9A-Z]{20})$/.test(taxNo) ? null : '应为15、18或20位数字与大写字母';
}
export const blankTitle: InvoiceTitleForm = { title: '', taxNo: '', bank: '', bankAccount: '', address: '', phone: '', email: '', isDefault: false };

/** What may be set on many customers at once. */
export const settings = { levelId: '客户级别', salesAreaId: '销售区域', paymentDays: '账期天数', addTags: '加标签', removeTags: '去标签' } as const;
