import { currently, stepTable } from '~/shared/states';

/** Spec section 9: 1 is a person, anything else an enterprise. */
export const customerTypes: Record<string, string> = { '1': '个人', '2': '企业' };
/** Orders are taken in 合作 only; DISABLED is the stored word of 暂停. */
const names = { POTENTIAL: '潜在', ACTIVE: '合作', DISABLED: '暂停', ENDED: '终止', MERGED: '已合并' } as const;
export type CustomerState = keyof typeof names;
export const customerStates: Record<string, string> = names;
export const stateTones = { POTENTIAL: 'info', ACTIVE: 'ok', DISABLED: 'warn', ENDED: 'neutral', MERGED: 'neutral' } as const;
/** What people choose and filter by; merged records are not listed. */
export const livingStates = (['POTENTIAL', 'ACTIVE', 'DISABLED', 'ENDED'] as const).map((value) => ({ value, label: customerStates[value] as string }));
/** What was merged lives on in the other customer, and changes only there. */
export const isEditable = (state: string): boolean => state !== 'MERGED';
/** Why no order is taken from a customer in this state. */
export const orderless = (state: CustomerState): string => currently(customerStates[state] as string, '不能下单');
export const accountStates: Record<string, string> = { ACTIVE: '启用', DISABLED: '停用' };

export interface CustomerTransition {
  to: CustomerState;
  label: string;
  /** The person must say why. */
  reason: boolean;
}
/** What may become of a customer: 潜在 → 合作 ↔ 暂停 → 终止; a lead may also be given up. */
export const customerFlow = stepTable<CustomerState, CustomerTransition>(names, {
  POTENTIAL: [
    { to: 'ACTIVE', label: '转为合作', reason: false },
    { to: 'ENDED', label: '终止', reason: true },
  ],
  ACTIVE: [{ to: 'DISABLED', label: '暂停合作', reason: true }],
  DISABLED: [
    { to: 'ACTIVE', label: '恢复合作', reason: false },
    { to: 'ENDED', label: '终止', reason: true },
  ],
  ENDED: [],
  MERGED: [],
});

/** Whose customers a list shows: one's own, those one helps with, those of one's departments, all within one's data scope. */
export const scenes = [
  { value: '', label: '全部' },
  { value: 'MINE', label: '我负责的' },
  { value: 'JOINED', label: '我参与的' },
  { value: 'TEAM', label: '下属的' },
] as const;

/** Days without an order, as people filter by. */
export const idleSpans = ['30', '60', '90', '180', '365'] as const;
export const idleNames: Record<string, string> = Object.fromEntries(idleSpans.map((days) => [days, `${days}天以上`]));

/** Topmost sales areas whose customers are members. */
export const memberRegions: readonly string[] = ['南区', '东区', '北区', '特区'];

/** Spec section 5: customers of these regions are chosen as members. */
export const isMemberRegion = (label: string): boolean => memberRegions.includes(label);

/** Choosing only member regions also asks for members (spec section 5). */
export function withMember(query: Record<string, string>): Record<string, string> {
  const labels = query.regionLabel ? query.regionLabel.split(',') : [];
  return labels.length > 0 && labels.every(isMemberRegion) ? { ...query, isMember: '1' } : query;
}
