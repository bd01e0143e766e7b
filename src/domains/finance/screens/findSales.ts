import { salesMembers } from '~/domains/customer/calls';
import { call } from '~/shell/call';
import type { Option } from '~/ui/kit/types';

/** 业务员 by name, for `pick` filters. */
export async function findSales(word: string): Promise<Option[]> {
  const { members } = await call(salesMembers, {});
  return members.filter((one) => one.name.includes(word)).map((one) => ({ value: one.id, label: one.name }));
}
