import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverEvents, publish, retryEvents, subscribe } from '~/server/outbox.server';
import { TENANT_A } from '../support/app';
import { emptyDatabase, testDatabase } from '../support/database';

beforeAll(testDatabase);
afterEach(emptyDatabase);
const took: string[] = [];
let broken = false;
const later = (ms: number) => new Date(Date.now() + ms);
beforeEach(() => {
  took.length = 0;
  broken = false;
});
subscribe('test.happened', {
  name: 'first',
  title: '第一个',
  take: async (tx, events) => {
    for (const { payload, id } of events) {
      await tx
        .insertInto('chore')
        .values({ name: `half of ${id}` })
        .execute();
      if (broken && payload !== 'whole') throw new Error('对方没有应答');
    }
    took.push(`first ${events.map((one) => one.payload)}`);
  },
});
subscribe('test.happened', { name: 'second', title: '第二个', take: async (_, events) => void took.push(`second ${events.map((one) => one.payload)}`) });

const happen = async (what: string) =>
  (await testDatabase()).inTenant({ tenantId: TENANT_A }, (tx) => publish(tx, { tenantId: TENANT_A }, 'test.happened', what));
const halves = async () => (await (await testDatabase()).pool.query('select count(*)::int as n from chore')).rows[0].n;

describe('domain events', () => {
  it('are taken by every subscriber, once each', async () => {
    await happen('a');
    expect(await deliverEvents(await testDatabase(), later(1000))).toBe(1);
    expect(await deliverEvents(await testDatabase(), later(99_000))).toBe(0);
    expect(took).toEqual(['first a', 'second a']);
  });

  it('reach the others when one subscriber fails, whose half-done work is undone, and who alone gets them again', async () => {
    broken = true;
    await happen('a');
    await happen('b');
    expect(await deliverEvents(await testDatabase(), later(1000))).toBe(0);
    expect(took).toEqual(['second a,b']);
    expect(await halves()).toBe(0);
    const { rows } = await (await testDatabase()).pool.query('select attempts, last_error, taken_by from outbox order by id');
    expect(rows[0]).toEqual({ attempts: 1, last_error: '第一个：对方没有应答', taken_by: ['second'] });
    broken = false;
    expect(await deliverEvents(await testDatabase(), later(2000)), 'not before its pause').toBe(0);
    expect(await deliverEvents(await testDatabase(), later(20_000))).toBe(2);
    expect(took).toEqual(['second a,b', 'first a,b']);
  });

  it('are taken although another at hand cannot be', async () => {
    broken = true;
    for (const what of ['a', 'whole', 'b']) await happen(what);
    expect(await deliverEvents(await testDatabase(), later(1000))).toBe(1);
    expect(took).toEqual(['first whole', 'second a,whole,b']);
    expect(await halves()).toBe(1);
    const { rows } = await (await testDatabase()).pool.query('select payload, attempts, taken_by from outbox order by id');
    expect(rows).toEqual([
      { payload: 'a', attempts: 1, taken_by: ['second'] },
      { payload: 'whole', attempts: 0, taken_by: ['first', 'second'] },
      { payload: 'b', attempts: 1, taken_by: ['second'] },
    ]);
  });

  it('are due at once when somebody asks for another attempt', async () => {
    broken = true;
    await happen('a');
    const opened = await testDatabase();
    await deliverEvents(opened, later(1000));
    broken = false;
    expect(await opened.inSystem((tx) => retryEvents(tx, 'test.happened', new Date()))).toBe(1);
    expect(await deliverEvents(opened, later(1000))).toBe(1);
  });

  it('are told to nobody when the change is rolled back', async () => {
    const opened = await testDatabase();
    const failing = opened.inTenant({ tenantId: TENANT_A }, async (tx) => {
      await publish(tx, { tenantId: TENANT_A }, 'test.happened', 'never');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await deliverEvents(opened, later(1000))).toBe(0);
  });
});
