import { type Permission, permissionTree } from '~/portal/permissionTree';

/** A code with everything above it: whoever may press a button may open its page. */
export function withParents(codes: readonly string[], tree: readonly Permission[] = permissionTree): string[] {
  const held = new Set(codes);
  const lift = (node: Permission): boolean => {
    const below = (node.children ?? []).map(lift).some(Boolean);
    if (below) held.add(node.code);
    return held.has(node.code);
  };
  tree.forEach(lift);
  return [...held];
}

/** Names of the chosen permissions, "订单管理（编辑订单、审核订单）". */
export function permissionNames(codes: ReadonlySet<string>, tree: readonly Permission[] = permissionTree): string[] {
  return tree.flatMap((node) => {
    if (!codes.has(node.code)) return [];
    const below = permissionNames(codes, node.children ?? []);
    return [below.length ? `${node.name}（${below.join('、')}）` : node.name];
  });
}
