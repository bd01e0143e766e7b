import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { newId } from '~/server/ids.server';
import { allKept, forgetOld } from '~/server/retention.server';
import { emptyDatabase, testDatabase } from '../support/database';

beforeAll(testDatabase);
afterEach(emptyDatabase);
const DAY_MS = 86_400_000;
const now = new Date('2026-06-15T12:00:00Z');

const tenant = "t as (insert into tenant (id, code, name, short_name) values (1, 'T1', '甲厂', '甲厂') on conflict do nothing)";
/** A program of the row's id, of its day. */
const app = `${tenant},
  a as (insert into open_app (tenant_id, id, name, app_key, kind, secret, secret_tail, secret_to, secret_to_name, secret_at, per_minute, per_day, permissions,
    data_scope, calls, created_by, updated_by) values (1, $1::uuid, $1::uuid::text, $1::uuid::text, 'LIVE', '', '', $1::uuid, '', $2, 1, 1, '{}', 'ALL', '{}', '', ''))`;

/** One row of each kind, so old; null: tested by themselves below, since they are emptied or kept for more than their age. */
const rows: Record<string, ((id: string, at: Date) => [string, unknown[]]) | null> = {
  idempotency: (id, at) => [
    "insert into idempotency (tenant_id, account_id, key, path, body_hash, created_at) values (1, $1, $1::uuid::text, '/', '', $2)",
    [id, at],
  ],
  outbox: (id, at) => ["insert into outbox (tenant_id, id, kind, payload, done_at, created_at) values (1, $1, 'notice', '{}', $2, $2)", [id, at]],
  session: (id, at) => [
    "with a as (insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $3, $3, '甲', 1, '') returning id) insert into session (token_hash, account_id, identity, expires_at, created_at) select $3, id, '1', $2, $2 from a",
    [id, at, id.slice(-11)],
  ],
  chore_run: (id, at) => ["insert into chore_run (id, chore, started_at, ended_at) values ($1, 'x', $2, $2)", [id, at]],
  outgoing: (id, at) => [
    "insert into outgoing (tenant_id, id, channel, address, body, state, created_at) values (0, $1, 'SMS', '13800000000', '', 'SENT', $2)",
    [id, at],
  ],
  api_log: (id, at) => [
    "insert into api_log (tenant_id, id, account_id, actor, method, path, code, ms, address, at) values (1, $1, $1, '甲', 'POST', '/', '0', 1, '', $2)",
    [id, at],
  ],
  webhook_delivery: (id, at) => [
    `with ${app},
      e as (insert into webhook_endpoint (tenant_id, id, app_id, url, events, secret, created_by, updated_by) values (1, $1::uuid, $1::uuid, '', '{}', '', '', ''))
      insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, kind, body, due_at, created_at) values (1, $1::uuid, $1::uuid, $1::uuid, 'ping', '', $2, $2)`,
    [id, at],
  ],
  dingtalk_run: (id, at) => [
    `with ${tenant},
      a as (insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1::uuid, $3, $3, '甲', 1, '')),
      m as (insert into member (tenant_id, id, account_id, name) values (1, $1::uuid, $1::uuid, '甲'))
      insert into dingtalk_run (tenant_id, id, mode, state, started_by, started_at, ended_at) values (1, $1::uuid, 'MANUAL', 'DONE', $1::uuid, $2, $2)`,
    [id, at, id.slice(-11)],
  ],
  account_ticket: (id, at) => ["insert into account_ticket (token_hash, purpose, data, expires_at) values ($1::text, 'SCAN', '{}', $2)", [id, at]],
  proof_code: (id, at) => [
    "insert into proof_code (id, target, purpose, code_hash, expires_at, created_at) values ($1, '13800000000', 'LOGIN', '', $2, $2)",
    [id, at],
  ],
  login_attempt: (id, at) => ['insert into login_attempt (key, failures, window_start) values ($1::text, 3, $2)', [id, at]],
  device: (id, at) => [
    "with a as (insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $3, $3, '甲', 1, '') returning id) insert into device (account_id, device_hash, first_at, last_at) select id, $3, $2, $2 from a",
    [id, at, id.slice(-11)],
  ],
  proof_run: (id, at) => ["insert into proof_run (tenant_id, id, key, day, took_ms, ran_at) values (1, $1, $1::uuid::text, '2026-06-15', 1, $2)", [id, at]],
  urge_replay: (id, at) => [
    `with ${tenant},
      s as (insert into urge_strategy (tenant_id, id, name) values (1, $1::uuid, $1::uuid::text))
      insert into urge_replay (tenant_id, id, strategy_id, version_id, start_on, end_on, status, created_at)
      select 1, $1::uuid, $1::uuid, $1::uuid, '2026-01-01', '2026-01-31', 'DONE', $2`,
    [id, at],
  ],
  message: (id, at) => [
    "insert into message (tenant_id, id, account_id, kind, title, body, created_at, seq) select 1, $1, $1, 'x', '', '', $2, 1 + count(*) from message",
    [id, at],
  ],
  export_job: (id, at) => [
    `with ${tenant}
      insert into export_job (tenant_id, id, type, title, query, format, status, total, requested_by, requester, requester_identity, created_at)
      values (1, $1, 'x', '', '{}', 'csv', 'EXPIRED', 0, $1, '', '1', $2)`,
    [id, at],
  ],
  import_job: (id, at) => [
    `with ${tenant}
      insert into import_job (tenant_id, id, type, file_name, mode, total, ok, bad, status, rows, created_by, created_at)
      values (1, $1, 'x', 'a.csv', 'MERGE', 0, 0, 0, 'UNDONE', '{"header": [], "rows": []}', $1, $2)`,
    [id, at],
  ],
  credit_notice: (id, at) => [
    "insert into credit_notice (tenant_id, subject_id, customer_id, kind, ends_at, step, told_at) values (1, $1, $1, 'EXPIRY', $2, 7, $2)",
    [id, at],
  ],
  repay_notice: null,
  ar_notice: null,
  security_event: (id, at) => [
    "with a as (insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $3, $3, '甲', 1, '') returning id) insert into security_event (id, account_id, kind, at) select $1, id, 'LOGIN', $2 from a",
    [id, at, id.slice(-11)],
  ],
  open_nonce: (id, at) => [`with ${app} insert into open_nonce (tenant_id, app_id, nonce, at) values (1, $1, '', $2)`, [id, at]],
  open_token: (id, at) => [`with ${app} insert into open_token (tenant_id, hash, app_id, created_at, expires_at) values (1, $1::text, $1, $2, $2)`, [id, at]],
  open_usage_minute: (id, at) => [`with ${app} insert into open_usage (tenant_id, app_id, span, starts, calls) values (1, $1, 'M', $2, 1)`, [id, at]],
  open_usage: (id, at) => [`with ${app} insert into open_usage (tenant_id, app_id, span, starts, calls) values (1, $1, 'D', $2, 1)`, [id, at]],
  import_rows: null,
};
const tables: Record<string, string> = { open_usage_minute: 'open_usage' };

describe('what is kept for some time', () => {
  it('is known to this test, so that nothing new is kept without one', () => {
    expect(
      allKept()
        .map((kept) => kept.key)
        .sort(),
    ).toEqual(Object.keys(rows).sort());
    for (const kept of allKept()) expect(kept.title && kept.why && kept.days > 0, kept.key).toBeTruthy();
  });

  it.each(Object.keys(rows).filter((key) => rows[key]))('forgets %s after its days and not before', async (key) => {
    const opened = await testDatabase();
    const kept = allKept().find((one) => one.key === key) as { days: number };
    const put = async (age: number) => {
      const [text, values] = rows[key]?.(newId(), new Date(now.getTime() - age * DAY_MS)) ?? ['', []];
      await opened.pool.query(text, values);
    };
    await put(kept.days + 0.1);
    await put(kept.days - 0.1);
    await forgetOld(opened, now);
    const left = await opened.pool.query(`select count(*)::int as n from ${tables[key] ?? key}`);
    expect(left.rows[0].n).toBe(1);
  });

  it('keeps what still waits, however old: an undelivered event, a letter to be sent, a chore under way', async () => {
    const { pool } = await testDatabase();
    const old = new Date(now.getTime() - 900 * DAY_MS);
    await pool.query("insert into outbox (tenant_id, id, kind, payload, created_at) values (1, $1, 'notice', '{}', $2)", [newId(), old]);
    await pool.query("insert into outgoing (tenant_id, id, channel, address, body, state, created_at) values (0, $1, 'SMS', '1', '', 'WAITING', $2)", [
      newId(),
      old,
    ]);
    await pool.query("insert into chore_run (id, chore, started_at) values ($1, 'x', $2)", [newId(), old]);
    await forgetOld(await testDatabase(), now);
    for (const table of ['outbox', 'outgoing', 'chore_run']) expect((await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n, table).toBe(1);
  });

  it('empties the rows of old imports and keeps the job with its sums', async () => {
    const { pool } = await testDatabase();
    await pool.query("insert into tenant (id, code, name, short_name) values (1, 'T1', '甲厂', '甲厂')");
    await pool.query(
      `insert into import_job (tenant_id, id, type, file_name, mode, total, ok, bad, status, rows, created_by, created_at)
        values (1, $1, 'x', 'a.csv', 'MERGE', 1, 1, 0, 'COMMITTED', '{"header": ["名称"], "rows": [[2, "甲"]]}', $1, $2)`,
      [newId(), new Date(now.getTime() - 32 * DAY_MS)],
    );
    await forgetOld(await testDatabase(), now);
    expect((await pool.query('select rows from import_job')).rows).toEqual([{ rows: { header: [], rows: [] } }]);
  });

  it('forgets what was told of a due day, but not of one that is still to come or was moved', async () => {
    const { pool } = await testDatabase();
    const old = new Date(now.getTime() - 401 * DAY_MS);
    // Of no instalment: what it was told of is not what is tried here.
    await pool.query('alter table repay_notice disable trigger all');
    for (const [due, told] of [
      ['2025-05-01', old],
      ['2026-06-20', old],
      ['2025-05-02', now],
    ])
      await pool.query('insert into repay_notice (tenant_id, item_id, customer_id, due_on, step, told_at) values (1, $1, $1, $2, 1, $3)', [newId(), due, told]);
    await pool.query('alter table repay_notice enable trigger all');
    await forgetOld(await testDatabase(), now);
    expect((await pool.query('select due_on::text as due from repay_notice order by 1')).rows).toEqual([{ due: '2025-05-02' }, { due: '2026-06-20' }]);
  });

  it('forgets which dues were told once they are long past, whenever they were told', async () => {
    const { pool } = await testDatabase();
    // Of no debt: what it was told of is not what is tried here.
    await pool.query('alter table ar_notice disable trigger all');
    for (const age of [91, 89, -5])
      await pool.query("insert into ar_notice (tenant_id, receivable_id, due_date, step, told_at) values (1, $1, $2, 'SOON', $3)", [
        newId(),
        new Date(now.getTime() - age * DAY_MS),
        new Date(now.getTime() - 95 * DAY_MS),
      ]);
    await pool.query('alter table ar_notice enable trigger all');
    await forgetOld(await testDatabase(), now);
    expect((await pool.query('select due_date from ar_notice')).rows).toHaveLength(2);
  });
});
