import { type Permission, permissionTree } from '~/portal/permissionTree';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { cx } from '~/ui/kit/cx';
import type { InputProps } from '~/ui/kit/types';

const codesOf = (node: Permission): string[] => [node.code, ...(node.children ?? []).flatMap(codesOf)];

interface Props extends InputProps<string[]> {
  /** A part of the tree, where not all may be chosen. */
  tree?: readonly Permission[];
}

/** Menus with their buttons. A button brings its menu along; a menu given up takes its buttons with it. */
export function PermissionTree({ tree = permissionTree, value, onChange, readOnly, id, invalid, ...aria }: Props) {
  const everything = tree.flatMap(codesOf);
  const held = new Set(value || []);
  const flip = (node: Permission, on: boolean, parent?: Permission) => {
    const next = new Set(held);
    for (const code of codesOf(node)) {
      if (on) next.add(code);
      else next.delete(code);
    }
    if (on && parent) next.add(parent.code);
    onChange?.(everything.filter((code) => next.has(code)));
  };
  return (
    <fieldset
      id={id}
      aria-label="菜单与按钮权限"
      aria-describedby={aria['aria-describedby']}
      tabIndex={-1}
      className={cx('outline-none', invalid && 'rounded border border-danger')}
    >
      {!readOnly && (
        <div className="mb-2 flex items-center gap-2 text-sm text-ink-3">
          <span>
            已选 <strong className="figures text-ink">{held.size}</strong> / {everything.length}
          </span>
          <Button size="sm" tone="link" onPress={() => onChange?.(everything)}>
            全选
          </Button>
          <Button size="sm" tone="link" onPress={() => onChange?.([])}>
            清空
          </Button>
        </div>
      )}
      <ul className="divide-y divide-line overflow-hidden rounded border border-line">
        {tree.map((node) => {
          const below = node.children ?? [];
          const some = below.filter((child) => held.has(child.code)).length;
          return (
            <li key={node.code} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[180px_1fr]">
              <Checkbox
                checked={held.has(node.code)}
                indeterminate={held.has(node.code) && some < below.length}
                disabled={readOnly}
                onChange={(on) => flip(node, on)}
                className="font-medium"
              >
                {node.name}
              </Checkbox>
              {below.length > 0 && (
                <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 xl:grid-cols-4">
                  {below.map((child) => (
                    <Checkbox key={child.code} checked={held.has(child.code)} disabled={readOnly} onChange={(on) => flip(child, on, node)}>
                      {child.name}
                    </Checkbox>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
