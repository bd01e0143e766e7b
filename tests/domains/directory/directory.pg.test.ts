import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as calls from '~/domains/directory/calls';
import { workOff } from '~/domains/directory/sync.server';
import { memberUpdate } from '~/domains/organisation/calls';
import { database } from '~/server/db.server';
import { makeMember, makeTenant, type Person, post, TENANT_A } from '../../support/app';
import { ask } from '../../support/catalogue';
import { dingtalkServer, type There } from '../../support/dingtalk';
import { configure, fast, look, treeHere, treeThere } from '../../support/directory';
import { postgresDatabase } from '../../support/postgresDatabase';

let boss: Person;
let second: Person;
const there: There = {
  departments: [{ id: 10, parent: 1, name: '销售部' }],
  people: Array.from({ length: 80 }, (_, at) => ({
    userid: `user${at}`,
    name: `员工${at}`,
    mobile: `1390000${String(at).padStart(4, '0')}`,
    departments: [10],
  })),
};

beforeAll(async () => {
  await postgresDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await database().inSystem((tx) => tx.updateTable('tenant').set({ member_quota: 5000 }).execute());
  boss = await makeMember(TENANT_A, '甲管理员', 'admin');
  second = await makeMember(TENANT_A, '乙管理员', 'admin');
});
beforeEach(async () => configure(boss.me, await dingtalkServer(there)));

const workers = (n: number) => Promise.all(Array.from({ length: n }, () => workOff(database(), () => new Date(), undefined, fast)));

describe('at the same time', () => {
  it('two people start one run; three processes work it off once; two people confirm it once', async () => {
    const started = await Promise.all([boss, second].map((person) => post(calls.syncPreview.path, {}, person)));
    expect(started.map((one) => one.code).sort()).toEqual(['0', '310001']);
    const id = started.find((one) => one.code === '0')?.data.id as string;
    await workers(3);
    const seen = await look(boss.me, id);
    expect(seen.run).toMatchObject({ state: 'PREVIEW', counts: { CREATE: 81 } });
    const confirmed = await Promise.all([boss, second].map((person) => post(calls.syncApply.path, { id, version: seen.run.version }, person)));
    expect(confirmed.filter((one) => one.code === '0')).toHaveLength(1);
    await workers(3);
    expect((await look(boss.me, id)).run).toMatchObject({ state: 'DONE', results: { DONE: 81 } });
    expect(await treeHere(TENANT_A)).toEqual(treeThere(there));
  });

  it('a process that was thought dead writes nothing more, and rows that somebody changes meanwhile are left to them', async () => {
    for (const one of there.people) Object.assign(one, { title: '主管' });
    const { id } = await ask(boss.me, calls.syncPreview, {});
    await workers(1);
    const seen = await look(boss.me, id);
    await ask(boss.me, calls.syncApply, { id, version: seen.run.version });
    // The second begins three minutes later by its clock, while the first is still at it.
    await Promise.all([
      workOff(database(), () => new Date(), undefined, fast),
      workOff(database(), () => new Date(Date.now() + 180_000), undefined, fast),
      ...[3, 70].map(async (at) => {
        const row = seen.rows.find((one) => one.name === `员工${at}`);
        await post(memberUpdate.path, { id: row?.localId, version: 1, name: `员工${at}`, jobTitle: '经理', departmentIds: [], roleIds: [] }, second);
      }),
    ]);
    await workOff(database(), () => new Date(Date.now() + 400_000), undefined, fast);
    const { run } = await look(boss.me, id);
    expect(['DONE', 'PARTIAL', 'PREVIEW']).toContain(run.state);
    const members = await database().inSystem((tx) =>
      tx.selectFrom('member').select(['name', 'version', 'job_title']).where('name', 'like', '员工%').execute(),
    );
    expect(members).toHaveLength(80);
    // Each was written at most once by the run and at most once by the person.
    for (const one of members) expect(one.version).toBeLessThanOrEqual(one.name === '员工3' || one.name === '员工70' ? 3 : 2);
  });
});
