import { beforeAll, describe, expect, it } from 'vitest';
import type { Opened } from '~/server/db.server';
import { servedCalls } from '~/server/serve.server';
import '~/server/web.server';
import { BAD_INPUT, NO_PERMISSION } from '~/shared/refusal';
import { makeDealer, makeMember, makeTenant, type Person, TENANT_A, TENANT_B } from '../support/app';
import { testDatabase } from '../support/database';
import { openDepot, orderOf, shipped } from '../support/delivery';
import { bodyOf, plausible, type Shape, sendBody, shapeOf } from './requests';

/** Ids nobody has; the second and third call with such an id show what a missing one is answered. */
const missing = ['0190a0a0-0000-7000-8000-00000000dea1', '0190a0a0-0000-7000-8000-00000000dea2', '0190a0a0-0000-7000-8000-00000000dea3'];
let opened: Opened;
let admin: Person;
let dealer: Person;
/** One id of each of the other factory's tables. */
let foreign: { table: string; id: string }[];

beforeAll(async () => {
  opened = await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  dealer = await makeDealer(TENANT_A, '某经销商');
  const depot = await openDepot(opened, TENANT_B);
  const order = await orderOf(depot, [[0, '10']]);
  await shipped(depot, [[order.lineIds[0] as string, '4']]);
  const { me: clerk } = await makeMember(TENANT_B, '乙厂文员', ['PTN:SUPPLIER:CHAIN_ORDER:MANAGE']);
  await opened.pool.query(
    `insert into wf_task (tenant_id, id, instance_id, run_id, key, subject_type, subject_id, customer_id, node_id, node_name, kind, giver_id, giver, assignee_id, created_at)
     select i.tenant_id, gen_random_uuid(), i.id, r.id, i.key, 'order', i.subject_id, i.customer_id, 'audit', '待审核', 'ADD_BEFORE', $2, '乙厂文员', $2, now()
     from wf_instance i join wf_node_run r on r.instance_id = i.id where i.tenant_id = $1 limit 1`,
    [TENANT_B, clerk.memberId],
  );
  await makeDealer(TENANT_B, '乙厂经销商');
  foreign = await idsOf(TENANT_B);
});

const namesIds = (shape: Shape | undefined): boolean =>
  Object.entries(shape?.properties ?? {}).some(([name, inner]) => /ids?$/i.test(name) || namesIds(inner)) || (shape?.items ? namesIds(shape.items) : false);
const endpoints = servedCalls()
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => endpoint.access.kind !== 'anyone' && namesIds(shapeOf(endpoint)));

describe("another factory's id is answered like a missing one", () => {
  let reached = 0;

  it.each(endpoints)('$method $path', async (endpoint) => {
    const person = endpoint.access.kind === 'dealer' ? dealer : admin;
    const shape = shapeOf(endpoint);
    const asked = async (id: string) => {
      const answer = await sendBody(endpoint, bodyOf(shape, plausible(id)), person);
      const type = answer.headers.get('content-type') ?? '';
      // A workbook carries the moment it was written.
      return { code: answer.code, text: type.includes('json') ? settled(answer.text, id) : type };
    };
    const [, second, third] = [await asked(missing[0] as string), await asked(missing[1] as string), await asked(missing[2] as string)];
    expect(second, 'a missing id is always answered alike').toEqual(third);
    if (second.code !== BAD_INPUT && second.code !== NO_PERMISSION) reached += 1;
    for (const { table, id } of foreign) expect(await asked(id), `id of ${table}`).toEqual(second);
  });

  it('reaches past the check of the input for most calls', () => {
    expect(reached / endpoints.length).toBeGreaterThan(0.5);
  });

  it('has ids of many tables, and none of the rows behind them changed', async () => {
    expect(foreign.length).toBeGreaterThan(15);
    expect(await idsOf(TENANT_B)).toEqual(foreign);
    const { rows } = await opened.pool.query('select status, row_version from sales_order where tenant_id = $1', [TENANT_B]);
    expect(rows).toEqual([{ status: 'PARTIAL_DELIVERED', row_version: rows[0].row_version }]);
  });
});

/** Traces and times differ from call to call. */
const settled = (text: string, id: string): string =>
  text
    .replaceAll(id, '{id}')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '{new}')
    .replace(/\d{4}-\d{2}-\d{2}[T ][\d:.]+Z?/g, '{time}');

async function idsOf(tenantId: bigint): Promise<{ table: string; id: string }[]> {
  const { rows: tables } = await opened.pool.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
     join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: { table: string; id: string }[] = [];
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await opened.pool.query(`select id from "${name}" where tenant_id = $1 order by id limit 1`, [tenantId]);
    if (rows[0]) found.push({ table: name, id: rows[0].id });
  }
  return found;
}
