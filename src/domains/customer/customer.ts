import { blankOf } from '~/shared/documentFields';
import { idCardProblem } from '~/shared/identifiers';
import { usccProblem } from '~/shared/uscc';
import type { Address, CustomerForm } from './customer.schema';
import { customerFields } from './customerFields';

export const isMasked = (text: string): boolean => text.includes('*');

/** Rules between fields, shared by the form, the calls and the import. */
export function identityProblems(input: { customerType: string; uscc: string; idCard: string }): { field: 'uscc' | 'idCard'; message: string }[] {
  if (input.customerType === '2') {
    const problem = input.uscc ? usccProblem(input.uscc) : null;
    return problem ? [{ field: 'uscc', message: `统一社会信用代码${problem}` }] : [];
  }
  const problem = input.idCard && !isMasked(input.idCard) ? idCardProblem(input.idCard) : null;
  return problem ? [{ field: 'idCard', message: `身份证号${problem}` }] : [];
}
export const blankCustomer: CustomerForm = {
  ...blankOf(customerFields),
  customerType: '2',
  uscc: '',
  idCard: '',
  salesAreaId: '',
  regionLabel: '',
  stockVisible: false,
  status: 'ACTIVE',
};
export const addressText = (one: Pick<Address, 'province' | 'city' | 'district' | 'address'>): string =>
  `${one.province}${one.city === one.province ? '' : one.city}${one.district}${one.address}`;
