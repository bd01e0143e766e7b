import '~/server/web.server';
import { expect, test } from 'vitest';
import { draftProcess, makeApps } from '~/demo/platform.server';
import { appList } from '~/domains/integration/calls';
import { approvalOfKey } from '~/domains/workflow/approvalKind.server';
import type { ProcessTree } from '~/domains/workflow/process';
import { checkProcess, mayPublish } from '~/domains/workflow/processCheck';
import { makeMember, makeTenant } from '../support/app';
import { ask } from '../support/catalogue';
import { testDatabase } from '../support/database';

const opened = await testDatabase();

test('the demonstration has programs in every state, and a process to publish that needs nothing more', async () => {
  await makeTenant(1n, '甲厂');
  const { me } = await makeMember(1n, '管理员', 'admin');
  const now = new Date();
  await opened.inTenant({ tenantId: 1n }, async (tx) => {
    await makeApps(tx, me, now);
    await draftProcess(tx, me, now);
  });
  const { pagedRecords } = await ask(me, appList, {});
  expect(pagedRecords.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual(['LIVE DISABLED', 'LIVE ENABLED', 'LIVE REVOKED', 'SANDBOX ENABLED']);
  const { rows } = await opened.pool.query<{ tree: ProcessTree; status: string }>(
    'select v.tree, p.status from wf_version v join wf_process p on p.version_id is null and p.id = v.process_id',
  );
  expect(rows.map(({ status }) => status)).toEqual(['DISABLED']);
  const problems = checkProcess(rows[0]?.tree as ProcessTree, approvalOfKey('orderProcess')?.form?.fields ?? []);
  expect([problems, mayPublish(problems)]).toEqual([[], true]);
});
