export interface RegionNode {
  value: string;
  label: string;
  children?: readonly RegionNode[] | undefined;
}

/** The codes from province down that a code lies in, itself last. */
export function codesUp(code: string): string[] {
  if (!/^\d{6}$/.test(code)) return [];
  if (code.endsWith('0000')) return [code];
  const province = `${code.slice(0, 2)}0000`;
  return code.endsWith('00') ? [province, code] : [province, `${code.slice(0, 4)}00`, code];
}

/** The children of a code in the tree; the provinces for ''. */
export function childrenOf(tree: readonly RegionNode[], code: string): readonly RegionNode[] {
  return codesUp(code).reduce<readonly RegionNode[]>((level, part) => level.find((node) => node.value === part)?.children ?? [], tree);
}

/** What people leave out: 浙江, 杭州, 西湖, 恩施. Two-character names stay (沙市, 开县). */
export function shortRegionName(name: string): string {
  if (name.length <= 2) return name;
  const short = name.replace(/(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治县|自治州|省|市|地区|盟|区|县)$/, '');
  return name.endsWith('自治州') ? short.replace(PEOPLES, '') : short;
}
const PEOPLES = /((土家|朝鲜|布依|哈尼|景颇|傈僳|哈萨克|柯尔克孜)族|蒙古|[藏羌彝苗侗壮傣白回]族)+$/;
