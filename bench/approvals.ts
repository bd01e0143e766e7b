import { measureLists } from './lists';
import { query, type World } from './world';

const TENANT = 1001;
const INSTANCES = 200_000;
const PENDING = 50_000;

/**
 * To-do and done lists of a company with 200,000 processes of which 50,000 wait: in the pool that all who audit orders share, some for one person,
 * and 20,000 the administrator decided. Every list comes beside what one row of it costs: the counts of the tabs and the names.
 */
export async function measureApprovals({ url }: World): Promise<void> {
  await fill(url);
  const task = (path: string) => `/saas-flow/task/${path}`;
  await measureLists({ url }, `${INSTANCES / 1000},000 processes`, [
    { name: 'to-do list', path: task('list'), bodies: [{ pageNo: 1 }, { pageNo: 2 }, { pageNo: 3 }, { pageNo: 1, processDefinitionKey: 'orderProcess' }] },
    {
      name: 'to-do list by starter, step and time',
      path: task('list'),
      bodies: [{ starter: '压测' }, { taskName: '待审核' }, { startTime: '2026-01-01 00:00:00' }],
      most: null,
    },
    { name: 'done list', path: task('handledList'), bodies: [{ pageNo: 1 }, { pageNo: 2 }, { pageNo: 5 }] },
    { name: 'counts by process', path: task('countProcessKey'), bodies: [{}], rows: false },
    { name: 'the bell beside 50,000 waiting tasks', path: '/message/inner/message/unreadCount', rows: false },
  ]);
}

/** By the process the company has for its orders; the documents behind are made up, as no list reads them. */
export async function fill(url: string): Promise<void> {
  const [there] = await query<{ n: string }>(url, "select count(*) as n from wf_instance where tenant_id = $1 and starter = '压测员'", [TENANT]);
  if (Number(there?.n) >= INSTANCES) return;
  await query(
    url,
    `with process as (select id, version_id, key from wf_process where tenant_id = ${TENANT} and key = 'orderProcess' and status = 'ENABLED'),
      admin as (select m.id as member_id, m.account_id from member m join account a on a.id = m.account_id where m.tenant_id = ${TENANT} and a.mobile = '13800000001'),
      customers as (select array_agg(id) as ids from customer where tenant_id = ${TENANT}),
      made as (
        insert into wf_instance (tenant_id, id, process_id, version_id, key, subject_type, subject_id, subject_no, subject_name, title, summary, customer_id, vars,
          starter_id, starter, status, node_seq, at_node, started_at, updated_at, ended_at)
        select ${TENANT}, gen_random_uuid(), p.id, p.version_id, p.key, 'order', gen_random_uuid(), 'YC' || lpad(n::text, 8, '0'), '订单YC' || lpad(n::text, 8, '0'), '订单审核',
          '[{"label": "客户", "value": "压测客户"}]', c.ids[1 + n % cardinality(c.ids)], jsonb_build_object('amount', (n % 90000)::text || '.00'),
          a.account_id, '压测员', case when n <= ${PENDING} then 'RUNNING' else 'PASSED' end, 1, case when n <= ${PENDING} then '待审核' else '' end,
          now() - n * interval '1 minute', now(), case when n <= ${PENDING} then null else now() - n * interval '1 minute' + interval '2 hours' end
        from generate_series(1, ${INSTANCES}) n, process p, admin a, customers c
        returning id, subject_id, customer_id, started_at, ended_at, key, ((vars->>'amount')::numeric * 100)::bigint as amount),
      runs as (
        insert into wf_node_run (tenant_id, id, instance_id, node_id, node_name, kind, seq, status, opened_at, closed_at)
        select ${TENANT}, gen_random_uuid(), id, 'audit', '待审核', 'APPROVE', 1, case when ended_at is null then 'OPEN' else 'PASSED' end, started_at, ended_at from made
        returning id, instance_id)
    insert into wf_task (tenant_id, id, instance_id, run_id, key, subject_type, subject_id, customer_id, node_id, node_name, pool, assignee_id, why, status, created_at, acted_at, acted_by, actor,
      starter, amount)
    select ${TENANT}, gen_random_uuid(), m.id, r.id, m.key, 'order', m.subject_id, m.customer_id, 'audit', '待审核', 'order', case when random() < 0.02 then a.member_id end,
      '有“订单审核”权限', case when m.ended_at is null then 'PENDING' else 'APPROVED' end, m.started_at, m.ended_at,
      case when m.ended_at is not null then case when random() < 0.14 then a.account_id else gen_random_uuid() end end, '压测员', '压测员', m.amount
    from made m join runs r on r.instance_id = m.id, admin a`,
  );
  await query(url, 'vacuum analyze wf_instance');
  await query(url, 'vacuum analyze wf_task');
  await query(url, 'analyze wf_node_run');
}
