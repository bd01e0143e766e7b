import { closedFor } from '~/domains/finance/closedPeriod.server';
import type { Me } from '~/portal/me';
import { byCode } from '~/server/byCode.server';
import type { Tx } from '~/server/db.server';

/** What sheets of debts and of money have in common: whose a row is, by code, with the name to compare. */
export interface ImportedCustomer {
  id: string;
  code: string;
  name: string;
  status: string;
  payment_days: number;
  sales_member_id: string | null;
}
export type ImportedCustomers = ReadonlyMap<string, ImportedCustomer>;
interface Named {
  value: { customerCode: string | null; customerName: string | null };
}

export async function customersByCode(tx: Tx, me: Pick<Me, 'tenantId'>, rows: readonly Named[]): Promise<ImportedCustomers> {
  const codes = rows.map((row) => row.value.customerCode);
  return byCode(tx, me, 'customer', codes, ['name', 'status', 'payment_days', 'sales_member_id']);
}

export function checkCustomer<R extends Named>(
  row: R,
  customers: ImportedCustomers,
  report: (row: R, column: 'customerCode' | 'customerName', text: string) => void,
): void {
  const { customerCode, customerName } = row.value;
  if (customerCode === null) return;
  const customer = customers.get(customerCode);
  if (!customer) report(row, 'customerCode', `“${customerCode}”不存在`);
  if (customer?.status === 'MERGED') report(row, 'customerCode', `“${customer.code}”已合并到其他客户`);
  if (customer && customerName !== null && customerName !== customer.name)
    report(row, 'customerName', `“${customerName}”与客户编码${customer.code}的名称“${customer.name}”不一致`);
}

/** A period the customer was sent a statement of takes no more: `report` is told of each row in one. */
export async function checkClosed<R extends Named>(
  tx: Tx,
  me: Me,
  { rows, customers, dayOf }: { rows: readonly R[]; customers: ImportedCustomers; dayOf: (row: R) => string | null },
  report: (row: R, sentence: string) => void,
): Promise<void> {
  const dated = rows.flatMap((row) => {
    const [customer, bizDate] = [customers.get(row.value.customerCode ?? ''), dayOf(row)];
    return customer && bizDate !== null ? [{ row, customerId: customer.id, bizDate }] : [];
  });
  for (const { at, sentence } of await closedFor(tx, me, dated)) report((dated[at] as (typeof dated)[number]).row, sentence);
}
