import '~/domains/directory/api.server';
import * as calls from '~/domains/directory/calls';
import { usualMapping } from '~/domains/directory/directory';
import { workOff } from '~/domains/directory/sync.server';
import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import type { InputOf } from '~/shared/endpoint';
import { ask } from './catalogue';
import type { dingtalkServer, There } from './dingtalk';
import { withEnvironment } from './environment';

export const fast = { gapMs: 0, waitMs: 1, timeoutMs: 300 };
type Server = Awaited<ReturnType<typeof dingtalkServer>>;

/** The configuration a test saves; `change` goes over it. */
export async function configure(me: Me, server: Server, change: Partial<InputOf<typeof calls.configSave>> = {}): Promise<void> {
  withEnvironment({ DINGTALK_URL: server.url });
  const { config } = await ask(me, calls.configRead, {});
  const usual = { rootDepartmentId: '', defaultRoleId: '', handOver: 'LEADER' as const, handOverTo: '', nightly: false, invite: false, ...usualMapping };
  await ask(me, calls.configSave, { ...usual, appKey: server.appKey, appSecret: server.secret, version: config?.version ?? 0, ...change });
}

export const work = () => workOff(database(), () => new Date(), undefined, fast);

export async function preview(me: Me) {
  const { id } = await ask(me, calls.syncPreview, {});
  await work();
  return look(me, id);
}
export async function look(me: Me, id: string) {
  const run = await ask(me, calls.runGet, { id });
  const { pagedRecords: rows } = await ask(me, calls.rowList, { id, pageSize: 200 });
  return { run, rows };
}
/** Preview and confirm, as a person would. */
export async function sync(me: Me) {
  const seen = await preview(me);
  if (seen.run.state !== 'PREVIEW') return seen;
  await ask(me, calls.syncApply, { id: seen.run.id, version: seen.run.version });
  await work();
  return look(me, seen.run.id);
}

/** Departments by path with their active people by name, as they are here. */
export async function treeHere(tenantId: bigint): Promise<Record<string, string[]>> {
  return database().inSystem(async (tx) => {
    const departments = await tx.selectFrom('department').select(['id', 'parent_id', 'name', 'status']).where('tenant_id', '=', tenantId).execute();
    const seats = await tx
      .selectFrom('member_department')
      .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'member_department.tenant_id').onRef('member.id', '=', 'member_department.member_id'))
      .select(['department_id', 'member.name'])
      .where('member.tenant_id', '=', tenantId)
      .where('member.status', '=', 'ACTIVE')
      .execute();
    const pathOf = (id: string): string => {
      const one = departments.find((each) => each.id === id);
      return one?.parent_id ? `${pathOf(one.parent_id)}/${one.name}` : (one?.name ?? '');
    };
    return Object.fromEntries(
      departments
        .filter((one) => one.status === 'ACTIVE')
        .map(
          (one) =>
            [
              pathOf(one.id),
              seats
                .filter((seat) => seat.department_id === one.id)
                .map((seat) => seat.name)
                .sort(),
            ] as const,
        )
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}

/** The same of a directory at DingTalk. */
export function treeThere({ departments, people }: There): Record<string, string[]> {
  const pathOf = (id: number): string => {
    const one = departments.find((each) => each.id === id);
    return one && one.parent !== 1 ? `${pathOf(one.parent)}/${one.name}` : (one?.name ?? '');
  };
  return Object.fromEntries(
    departments
      .map(
        (one) =>
          [
            pathOf(one.id),
            people
              .filter((each) => each.departments.includes(one.id))
              .map((each) => each.name)
              .sort(),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
