/** Spec section 9: 1 is a person, anything else an enterprise. */
export const customerTypes: Record<string, string> = { '1': '个人', '2': '企业' };
export const customerStates: Record<string, string> = { ACTIVE: '启用', DISABLED: '停用' };
/** Sales regions a tenant works in. */
export const regionLabels = ['南区', '东区', '北区', '西区', '中区', '特区'] as const;
const memberRegions: readonly string[] = ['南区', '东区', '北区', '特区'];

/** Spec section 5: customers of these regions are chosen as members. */
export const isMemberRegion = (label: string): boolean => memberRegions.includes(label);

/** Choosing only member regions also asks for members (spec section 5). */
export function withMember(query: Record<string, string>): Record<string, string> {
  const labels = query.regionLabel ? query.regionLabel.split(',') : [];
  return labels.length > 0 && labels.every(isMemberRegion) ? { ...query, isMember: '1' } : query;
}
