import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import * as tasks from '~/domains/order/audit/auditCalls';
import * as calls from '~/domains/order/calls';
import type { Me } from '~/portal/me';
import { ORDER_AUDIT, ORDER_EDIT, ORDER_MANAGE } from '~/portal/permissions';
import { Refusal } from '~/shared/refusal';
import { makeMember } from '../../../support/app';
import { givenOf } from '../../../support/approvals';
import { ask } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { type Market, openMarket, place, stateOf } from '../../../support/order';

const opened = await testDatabase();
let market: Market;
/** An administrator, two auditors, and one who only sees orders. */
let people: Me[];
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  const audits = [ORDER_MANAGE, ORDER_EDIT, ORDER_AUDIT];
  people = [];
  for (const codes of ['admin', audits, audits, [ORDER_MANAGE]] as const) people.push((await makeMember(1n, `同事${people.length}`, codes)).me);
});
const WATCHER = 3;

/** What the rules say there is: who holds the audit through whom, and who was asked. */
interface Model {
  waiting: boolean;
  held: { by: number; from: number }[];
  asked: { who: number; answer: 'AGREE' | 'DISAGREE' | null }[];
}
const actions = ['TRANSFER', 'ASK', 'ANSWER', 'RECALL', 'WITHDRAW_ASK', 'APPROVE', 'REJECT', 'RESUBMIT'] as const;
/** What ends a walk comes up least. */
const often = actions.flatMap((action, index) => Array(index < 5 ? 4 : 1).fill(action) as (typeof action)[]);
const command = fc.record({
  action: fc.constantFrom(...often),
  who: fc.integer({ min: 0, max: 3 }),
  to: fc.integer({ min: 0, max: 3 }),
  yes: fc.boolean(),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** The model after the command, or nothing where the rules refuse it. */
function after(model: Model, { action, who, to, yes }: Command): Model | null {
  const { waiting, held, asked } = model;
  const holder = held.at(-1);
  const decides = who !== WATCHER && (who === 0 || !holder || holder.by === who);
  const over = { waiting: false, held: [], asked: [] };
  const only = (fine: boolean, next: Model) => (fine ? next : null);
  const mine = asked.findIndex((one) => one.who === who && !one.answer);
  const last = asked.findIndex((one) => one.who === to);
  switch (action) {
    case 'TRANSFER':
      return only(waiting && decides && to !== WATCHER && to !== who && holder?.by !== to, { ...model, held: [...held, { by: to, from: who }] });
    case 'ASK':
      return only(waiting && decides && to !== who && !asked.some((one) => one.who === to && !one.answer), {
        ...model,
        asked: [...asked.filter((one) => one.who !== to), { who: to, answer: null }],
      });
    case 'ANSWER':
      return only(mine >= 0, { ...model, asked: asked.map((one, index) => (index === mine ? { who, answer: yes ? 'AGREE' : 'DISAGREE' } : one)) });
    case 'RECALL':
      return only(who !== WATCHER && holder !== undefined && (who === 0 || holder.from === who), { ...model, held: held.slice(0, -1) });
    case 'WITHDRAW_ASK':
      return only(decides && last >= 0, { ...model, asked: asked.filter((_, index) => index !== last) });
    case 'APPROVE':
      return only(waiting && decides && asked.every((one) => one.answer === 'AGREE'), over);
    case 'REJECT':
      return only(waiting && decides, over);
    case 'RESUBMIT':
      return { waiting: true, held: [], asked: [] };
  }
}

interface Row {
  id: string;
  kind: string;
  member_id: string;
  answer: string | null;
}
const openTasks = async (id: string): Promise<Row[]> =>
  (await opened.pool.query(`select * from (${givenOf}) t where subject_id = $1 and ended is null`, [id])).rows as Row[];
const refOf = async (id: string) => (await opened.pool.query('select id, row_version as "rowVersion", status from sales_order where id = $1', [id])).rows[0];

async function give(id: string, { action, who, to, yes }: Command): Promise<unknown> {
  const me = people[who] as Me;
  const { status, ...ref } = await refOf(id);
  const memberOf = (index: number) => people[index]?.memberId as string;
  const taskFor = async (kind: string, index?: number) =>
    (await openTasks(id)).find((task) => task.kind === kind && (index === undefined || task.member_id === memberOf(index)))?.id ?? id;
  switch (action) {
    case 'TRANSFER':
      return ask(me, tasks.auditTransfer, { ...ref, memberId: memberOf(to) });
    case 'ASK':
      return ask(me, tasks.auditAsk, { ...ref, memberIds: [memberOf(to)], question: '可以吗' });
    case 'ANSWER':
      return ask(me, tasks.auditAnswer, { id: await taskFor('OPINION', who), answer: yes ? 'AGREE' : 'DISAGREE', reply: '看过了' });
    case 'RECALL':
      return ask(me, tasks.auditTakeBack, { id: await taskFor('TRANSFER') });
    case 'WITHDRAW_ASK':
      return ask(me, tasks.auditTakeBack, { id: await taskFor('OPINION', to) });
    case 'APPROVE':
      return ask(me, calls.orderAudit, ref);
    case 'REJECT':
      return ask(me, calls.orderReject, { ...ref, reason: '不行' });
    case 'RESUBMIT': {
      const back = status === 'PENDING_AUDIT' ? await ask(people[0] as Me, calls.orderWithdraw, ref) : ref;
      return ask(people[0] as Me, calls.orderSubmit, { id, rowVersion: back.rowVersion });
    }
  }
}

test('转交 and 加签: exactly what the rules allow happens, whoever does what in whatever order', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 30 }), async (walk) => {
      const { id } = await place(market, [[0, '1']], {}, people[0]);
      let model: Model = { waiting: true, held: [], asked: [] };
      for (const one of walk) {
        const next = after(model, one);
        const state = await stateOf(opened, id);
        const refused = await give(id, one).then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
            return true;
          },
        );
        expect([one, refused]).toEqual([one, next === null]);
        if (refused) expect(await stateOf(opened, id)).toBe(state);
        else seen.set(one.action, (seen.get(one.action) ?? 0) + 1);
        model = next ?? model;
        const open = await openTasks(id);
        const named = (memberId: string) => people.findIndex((person) => person.memberId === memberId);
        expect(open.filter((task) => task.kind === 'TRANSFER').map((task) => named(task.member_id))).toEqual(model.held.slice(-1).map((one) => one.by));
        const opinions = open.filter((task) => task.kind === 'OPINION').map((task) => `${named(task.member_id)} ${task.answer}`);
        expect(opinions.sort()).toEqual(model.asked.map((one) => `${one.who} ${one.answer}`).sort());
        if ((await refOf(id)).status === 'PENDING_DELIVERY') return;
      }
    }),
    { numRuns: 30, seed: 20261121 },
  );
  for (const action of actions) expect(seen.get(action) ?? 0, action).toBeGreaterThan(2);
}, 90_000);
