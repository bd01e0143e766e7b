import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Permission } from '~/portal/permissionTree';
import type { AnswerOf } from '~/shared/endpoint';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { cx } from '~/ui/kit/cx';
import { Input } from '~/ui/kit/Input';
import { Tag } from '~/ui/kit/Tag';
import type { InputProps } from '~/ui/kit/types';
import type { appPermissions } from '../calls';

type Call = AnswerOf<typeof appPermissions>['calls'][number];
interface Group {
  code: string;
  name: string;
  calls: Call[];
}

const named = (tree: readonly Permission[]): [string, string][] =>
  tree.flatMap((one) => [[one.code, one.name] as [string, string], ...named(one.children ?? [])]);

/** Each call under the first chosen right that opens it. */
function groupsOf(calls: readonly Call[], permissions: readonly string[], tree: readonly Permission[]): Group[] {
  const groups = named(tree)
    .filter(([code]) => permissions.includes(code))
    .map(([code, name]): Group => ({ code, name, calls: [] }));
  for (const call of calls) groups.find((group) => call.codes.includes(group.code))?.calls.push(call);
  return groups.filter((group) => group.calls.length > 0);
}

export const openedBy = (calls: readonly Call[], permissions: readonly string[]): string[] =>
  calls.filter((one) => one.codes.some((code) => permissions.includes(code))).map((one) => one.key);

interface Props extends InputProps<string[]> {
  calls: readonly Call[];
  tree: readonly Permission[];
}

/** The single calls within the chosen rights. */
export function CallPicker({ calls, tree, value, onChange, id, invalid, ...aria }: Props) {
  const [word, setWord] = useState('');
  const permissions = (useWatch({ name: 'permissions' }) as string[] | undefined) ?? [];
  const chosen = new Set(value || []);
  const groups = groupsOf(calls, permissions, tree);
  const all = groups.flatMap((group) => group.calls);
  const matches = (one: Call): boolean => `${one.title}${one.path}`.toLowerCase().includes(word.trim().toLowerCase());
  const set = (those: readonly Call[], on: boolean) => {
    const next = new Set(chosen);
    for (const { key } of those) {
      if (on) next.add(key);
      else next.delete(key);
    }
    onChange?.(all.filter(({ key }) => next.has(key)).map(({ key }) => key));
  };
  return (
    <fieldset
      id={id}
      aria-label="接口"
      aria-describedby={aria['aria-describedby']}
      tabIndex={-1}
      className={cx('outline-none', invalid && 'rounded border border-danger')}
    >
      <div className="mb-2 flex flex-wrap items-center gap-2 text-sm text-ink-3">
        <span>
          已选 <strong className="figures text-ink">{all.filter(({ key }) => chosen.has(key)).length}</strong> / {all.length}
        </span>
        <Button size="sm" tone="link" onPress={() => onChange?.(all.map(({ key }) => key))}>
          全选
        </Button>
        <Button size="sm" tone="link" onPress={() => onChange?.(all.filter((one) => !one.changes).map(({ key }) => key))}>
          只选查询
        </Button>
        <Button size="sm" tone="link" onPress={() => onChange?.([])}>
          清空
        </Button>
        <div className="w-56">
          <Input type="search" value={word} onChange={setWord} placeholder="名称或路径" aria-label="筛选接口" />
        </div>
      </div>
      <div className="max-h-[28rem] divide-y divide-line overflow-y-auto rounded border border-line">
        {groups.length === 0 && <p className="p-3 text-ink-3">请先在上面选择权限</p>}
        {groups.map((group) => {
          const shown = group.calls.filter(matches);
          const some = group.calls.filter(({ key }) => chosen.has(key)).length;
          if (shown.length === 0) return null;
          return (
            <section key={group.code} className="px-3 py-2">
              <Checkbox
                checked={some > 0}
                indeterminate={some > 0 && some < group.calls.length}
                onChange={(on) => set(group.calls, on)}
                className="font-medium"
              >
                {group.name}
              </Checkbox>
              <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
                {shown.map((one) => (
                  <li key={one.key} className="min-w-0">
                    <Checkbox checked={chosen.has(one.key)} onChange={(on) => set([one], on)} className="max-w-full">
                      <span className="min-w-0">
                        <span className="flex items-center gap-1.5">
                          {one.title}
                          {one.changes && <Tag tone="warn">写</Tag>}
                        </span>
                        <code className="block truncate text-xs text-ink-3" title={one.path}>
                          {one.method} {one.path}
                        </code>
                      </span>
                    </Checkbox>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </fieldset>
  );
}
