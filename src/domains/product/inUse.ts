import { refuse } from '~/shared/refusal';

/** Somebody who still needs what is to be removed. */
export interface User {
  kind: string;
  code: string;
  name: string;
}

/** Refuses with who uses it: three of each kind by name, the whole list in `data.users`. */
export function refuseInUse(what: string, verb: string, users: readonly User[]): void {
  if (users.length === 0) return;
  const kinds = [...new Set(users.map((user) => user.kind))].map((kind) => {
    const same = users.filter((user) => user.kind === kind);
    const some = same.slice(0, 3).map((user) => [user.code, user.name].filter(Boolean).join(' '));
    return `${same.length}个${kind}（${some.join('、')}${same.length > 3 ? '等' : ''}）`;
  });
  refuse('IN_USE', `${what}正被${kinds.join('、')}使用，不能${verb}`, { users: users.slice(0, 100) });
}
