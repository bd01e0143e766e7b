import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { renderPaper } from '../src/server/pdf/render.server';
import { longContract } from '../tests/support/papers';
import { signAs, twoParties, unsignedPaper } from '../tests/support/signers';
import { measureLists } from './lists';
import { record } from './report';
import { timed } from './timed';
import { query, type World } from './world';

const TENANT = 1001;
const CONTRACTS = 200_000;
const CONNECTIONS = 4;
const BATCH = 1000;
const MB = 1024 * 1024;

/** What a contract costs to draw up and to sign, whether a thousand of them leave anything behind, and lists of 200,000. */
export async function measureContracts({ url }: World): Promise<void> {
  await measurePapers();
  await measurePages(url);
}

async function measurePapers(): Promise<void> {
  const now = new Date();
  const cold = await timed(() => renderPaper(longContract(), '合同', now));
  const warm = await timed(() => renderPaper(longContract(), '合同', now));
  record('rendering a contract of ten pages, the first', cold.ms, 'ms', { most: 1000 });
  record('another', warm.ms, 'ms', { most: 1000 });
  record('its file', warm.answer.bytes.length / 1000, 'kB', { most: 60 });
  const parties = await twoParties();
  const unsigned = await unsignedPaper();
  const first = await timed(() => signAs(unsigned, parties.a, 'seal-1', '杭州晨光卫浴有限公司'));
  const second = await timed(() => signAs(first.answer, parties.b, 'seal-2', '苏州鼎盛建材贸易有限公司'));
  record('a signature', Math.max(first.ms, second.ms), 'ms', { most: 500 });
  const each = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const { bytes } = await renderPaper(longContract(), '合同', now);
      if (bytes.length < 1000) throw new Error('nothing was rendered');
      await signAs(unsigned, parties.a, 'seal-1', '杭州晨光卫浴有限公司');
    }
  };
  await each(50);
  const before = held();
  const batch = await timed(() => each(BATCH));
  record('a contract of a thousand, rendered and signed', batch.ms / BATCH, 'ms');
  record('memory a thousand contracts leave behind', (held() - before) / MB, 'MB', { most: 20 });
}

/** After a collection: what nobody holds any more was not left behind. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function measurePages(url: string): Promise<void> {
  await fillContracts(url);
  const list = (name: string, bodies: readonly object[]) => ({ name, path: '/saas-contract/contract/page', bodies });
  await measureLists(
    { url },
    `${CONTRACTS / 1000},000 contracts`,
    [
      list('contract list', [{ pageNo: 1 }, { pageNo: 2 }, { pageNo: 40 }]),
      list('contract list by tab', [{ tab: 'TURN' }, { tab: 'SIGNING' }, { tab: 'DONE' }, { tab: 'ENDED' }]),
      list('contract list by words and number', [{ title: '压测' }, { no: 'HTB00012345' }, { kind: 'CREDIT' }]),
      list('contract list in other orders', [{ descs: 'amount' }, { ascs: 'deadline' }, { descs: 'endedAt' }]),
    ],
    { connections: CONNECTIONS },
  );
}

/** Most are done; the files behind are made up, as no list reads them. */
export async function fillContracts(url: string): Promise<void> {
  const [there] = await query<{ n: string }>(url, "select count(*) as n from ct_contract where tenant_id = $1 and creator = '压测员'", [TENANT]);
  if (Number(there?.n) >= CONTRACTS) return;
  await query(
    url,
    `with customers as (select array_agg(id) as ids from customer where tenant_id = ${TENANT} and merged_into is null),
      template as (select t.id, t.current_no from ct_template t where t.tenant_id = ${TENANT} and t.kind = 'OTHER' limit 1),
      made as (
        insert into ct_contract (tenant_id, id, no, title, kind, source, template_id, template_no, customer_id, amount, deadline, status, signers, signed, turn, started_at, ended_at,
          creator, created_at, updated_at)
        select ${TENANT}, gen_random_uuid(), 'HTB' || lpad(n::text, 8, '0'), '压测' || (array['经销', '授信', '对账', '工程价'])[1 + n % 4] || '协议第' || n || '份',
          (array['OTHER', 'SALES', 'CREDIT', 'STATEMENT', 'PRICE'])[1 + n % 5], 'TEMPLATE', t.id, t.current_no, c.ids[1 + n % cardinality(c.ids)], (n % 900000) * 100,
          (now() - n * interval '3 minutes')::date + 15, s.status, 2, case when s.status = 'DONE' then 2 else n % 2 end,
          case when s.status = 'SIGNING' then (array['OURS', 'THEIRS'])[1 + n % 2] end, case when s.status <> 'DRAFT' then now() - n * interval '3 minutes' end,
          case when s.status not in ('DRAFT', 'SIGNING') then now() - n * interval '3 minutes' + interval '1 day' end, '压测员', now() - n * interval '3 minutes', now()
        from generate_series(1, ${CONTRACTS}) n, customers c, template t,
          lateral (select case when n % 50 = 0 then 'DRAFT' when n % 25 = 1 then 'SIGNING' when n % 20 = 2 then 'EXPIRED' when n % 40 = 3 then 'REVOKED' else 'DONE' end as status) s
        returning id, customer_id, status, signed)
    insert into ct_signer (tenant_id, id, contract_id, customer_id, seq, side, role_name, org_name, seal_kind, status, field)
    select ${TENANT}, gen_random_uuid(), m.id, m.customer_id, k, case when k = 1 then 'OURS' else 'THEIRS' end, case when k = 1 then '甲方' else '乙方' end, '压测', 'CONTRACT',
      case when m.signed >= k then 'SIGNED' when m.status = 'SIGNING' and m.signed = k - 1 then 'TURN' else 'WAITING' end, 'Sign' || k
    from made m, generate_series(1, 2) k`,
  );
  await query(url, 'vacuum analyze ct_contract');
  await query(url, 'vacuum analyze ct_signer');
}
