import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { runExports } from '~/domains/batch/runExports.server';
import { webhookUse } from '~/domains/integration/webhook.server';
import { sendWebhooks } from '~/domains/integration/webhookSend.server';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { claimDue, leaseUntil } from '~/server/jobs/claim.server';
import { queueOutboundMessages, sendOutgoing } from '~/server/outgoing/outgoing.server';
import { seal } from '~/server/secrets.server';
import { makeTenant, TENANT_A } from '../../support/app';
import { withEnvironment } from '../../support/environment';
import { postgresDatabase } from '../../support/postgresDatabase';
import { httpServer } from '../../support/servers';

let opened: Opened;
beforeAll(async () => {
  opened = await postgresDatabase({ poolSize: 16 });
  await makeTenant(TENANT_A, '甲厂');
});
beforeEach(() => opened.pool.query('delete from outgoing; delete from webhook_delivery'));

const NOW = new Date('2026-06-15T02:00:00Z');
const second = (at: number) => new Date(NOW.getTime() + at * 1000);

const letters = (count: number) =>
  opened.inSystem((tx) =>
    queueOutboundMessages(
      tx,
      Array.from({ length: count }, (_, at) => ({ channel: 'SMS', address: String(at), body: '已发货', dueAt: second(at - count) })),
    ),
  );
const claim = (now: Date, most: number) =>
  opened.inSystem((tx) =>
    claimDue(tx, 'outgoing', {
      where: sql`state = 'WAITING' and due_at <= ${now}`,
      order: sql`due_at`,
      most,
      lease: { due_at: leaseUntil(now, 60) },
    }),
  );

describe('due work', () => {
  it('is taken by one of many processes, the longest due first, as it was and with the claim counted', async () => {
    await letters(100);
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(NOW, 10)));
    const taken = claims.flat();
    expect(new Set(taken.map((one) => one.id)).size).toBe(taken.length);
    for (const one of claims) {
      expect(one.length).toBeLessThanOrEqual(10);
      expect(one.map((row) => row.due_at)).toEqual(one.map((row) => row.due_at).sort((a, b) => a.getTime() - b.getTime()));
    }
    const rest = await claim(NOW, 100);
    expect(taken.length + rest.length).toBe(100);
    expect(new Set([...taken, ...rest].map((one) => one.attempts))).toEqual(new Set([1]));
    const [first] = [...taken, ...rest].filter((one) => one.address === '0');
    expect(first?.due_at).toEqual(second(-100));
  });

  it('of a process that died is taken again once its lease is over, by one', async () => {
    await letters(5);
    expect(await claim(NOW, 10)).toHaveLength(5);
    expect(await claim(second(59), 10)).toEqual([]);
    const again = (await Promise.all(Array.from({ length: 8 }, () => claim(second(61), 10)))).flat();
    expect(again.map((one) => one.attempts)).toEqual([2, 2, 2, 2, 2]);
  });

  it('goes back with the transaction that claimed it', async () => {
    await letters(1);
    const failing = opened.inSystem(async (tx) => {
      await claimDue(tx, 'outgoing', { where: sql`state = 'WAITING'`, order: sql`due_at`, most: 1, lease: { due_at: second(60) } });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await claim(NOW, 1)).toMatchObject([{ attempts: 1 }]);
  });

  it('goes out once from four processes that send letters', async () => {
    const gateway = await httpServer(() => ({}));
    withEnvironment({ SMS_URL: gateway.url });
    await letters(60);
    for (let turn = 0; turn < 3; turn++) await Promise.all(Array.from({ length: 4 }, () => sendOutgoing(opened, NOW)));
    expect(gateway.asked.map((one) => one.body.mobile).sort()).toEqual(Array.from({ length: 60 }, (_, at) => String(at)).sort());
  });

  it('of a busy receiver does not keep that of others waiting, and goes once from four processes', async () => {
    const [busy, idle] = [newId(), newId()];
    for (const id of [busy, idle]) await endpoint(id);
    for (const [of, count] of [
      [busy, 9],
      [idle, 2],
    ] as const)
      for (let at = 0; at < count; at++)
        await opened.pool.query(
          "insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, kind, body, due_at, created_at) values ($1, $2, $3, $2, 'ping', '', $4, $4)",
          [TENANT_A, newId(), of, second(-1)],
        );
    await sendWebhooks(opened, NOW);
    const tried = async () =>
      (await opened.pool.query('select endpoint_id as of, count(*)::int as n from webhook_delivery where attempts = 1 group by 1')).rows;
    expect(new Map((await tried()).map(({ of, n }) => [of, n]))).toEqual(
      new Map([
        [busy, 4],
        [idle, 2],
      ]),
    );
    await Promise.all(Array.from({ length: 4 }, () => sendWebhooks(opened, NOW)));
    await Promise.all(Array.from({ length: 4 }, () => sendWebhooks(opened, NOW)));
    expect(new Map((await tried()).map(({ of, n }) => [of, n])).get(busy)).toBe(9);
  });

  it('of exports is ended by one of four processes, also when its own died, but not while that one lives', async () => {
    const job = (status: string, attempts: number, lease: Date | null) =>
      opened.pool.query(
        `insert into export_job (tenant_id, id, type, title, query, format, status, total, attempts, runner, lease_until, requested_by, requester, requester_identity)
          values ($1, $2, 'x', '', '{}', 'csv', $3, 1, $4, 'gone', $5, $2, '', '1')`,
        [TENANT_A, newId(), status, attempts, lease],
      );
    for (let at = 0; at < 6; at++) await job('QUEUED', 0, null);
    for (const attempts of [1, 3]) await job('RUNNING', attempts, new Date(Date.now() - 1000));
    await job('RUNNING', 1, new Date(Date.now() + 60_000));
    await opened.pool.query('delete from outbox');
    const ended = await Promise.all(Array.from({ length: 4 }, () => runExports(opened, 'small')));
    expect(ended.reduce((sum, one) => sum + one, 0)).toBe(8);
    const { rows } = await opened.pool.query('select status, attempts, count(*)::int as n, min(error) as error from export_job group by 1, 2 order by 1, 2');
    const noLonger = '申请人已停用或不再属于该企业，导出已停止';
    expect(rows).toEqual([
      { status: 'FAILED', attempts: 1, n: 6, error: noLonger },
      { status: 'FAILED', attempts: 2, n: 1, error: noLonger },
      { status: 'FAILED', attempts: 4, n: 1, error: '导出多次被中断，请重试；若仍失败请缩小查询范围' },
      { status: 'RUNNING', attempts: 1, n: 1, error: '' },
    ]);
    expect((await opened.pool.query('select count(*)::int as n from outbox')).rows).toEqual([{ n: 8 }]);
  });
});

/** An endpoint of a program of its own, at an address where nobody listens. */
async function endpoint(id: string): Promise<void> {
  await opened.pool.query(
    `insert into open_app (tenant_id, id, name, app_key, kind, status, secret, secret_tail, secret_to, secret_to_name, secret_at, per_minute, per_day, permissions,
      data_scope, calls, created_by, updated_by) values ($1, $2, $2::uuid::text, $2::uuid::text, 'LIVE', 'ENABLED', '', '', $2, '', now(), 1, 1, '{}', 'ALL', '{}', '', '')`,
    [TENANT_A, id],
  );
  await opened.pool.query(
    `insert into webhook_endpoint (tenant_id, id, app_id, url, events, secret, status, created_by, updated_by)
      values ($1, $2, $2, 'http://127.0.0.1:9/', '{}', $3, 'ENABLED', '', '')`,
    [TENANT_A, id, seal(webhookUse(TENANT_A), 'x')],
  );
}
