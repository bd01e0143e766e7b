import '~/domains/contract/api.server';
import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/contract/calls';
import { signNow } from '~/domains/contract/sign.server';
import type { Me } from '~/portal/me';
import { Refusal } from '~/shared/refusal';
import { makeMember } from '../../support/app';
import { ask, NOON } from '../../support/catalogue';
import { sentContract } from '../../support/contracts';
import { type Market, openMarket } from '../../support/order';
import { postgresDatabase } from '../../support/postgresDatabase';

const opened = await postgresDatabase({ poolSize: 12 });
let market: Market;
let boss: Me;
let maker: Me;
beforeAll(async () => {
  market = await openMarket(opened);
  maker = (await makeMember(1n, '经办', 'admin')).me;
  boss = (await makeMember(1n, '主管', 'admin')).me;
});

const sign = (me: Me, ref: { id: string; version: number; signerId: string }) =>
  opened.inTenant({ tenantId: 1n }, (tx) => signNow(tx, me, ref, 'SMS_PASSWORD', { address: '10.0.0.1', agent: 'test', now: NOON }));
const outcomes = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.map((one) => (one.status === 'fulfilled' ? 'signed' : one.reason instanceof Refusal ? 'refused' : String(one.reason)));

test('six clicks at once sign once; side by side both sides sign at once, one of them after a look at the file the other left', async () => {
  const id = await sentContract({ maker, boss, customerId: market.customers[0] }, { signOrder: 'PAR' });
  const { version, signerRows } = await ask(maker, calls.contractDetail, { id });
  const ref = { id, version, signerId: signerRows[0]?.id as string };
  const clicks = outcomes(await Promise.allSettled(Array.from({ length: 6 }, () => sign(boss, ref))));
  expect(clicks.filter((one) => one === 'signed')).toHaveLength(1);
  expect(clicks.filter((one) => one === 'refused')).toHaveLength(5);
  const now = await ask(maker, calls.contractDetail, { id });
  expect([now.signed, now.revisions.length, now.chained]).toEqual([1, 2, true]);
});

test('signing against revoking: one of them wins, and the file says the same as the state', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await sentContract({ maker, boss, customerId: market.customers[0] }, { title: `第${round + 1}份` });
    const { version, signerRows } = await ask(maker, calls.contractDetail, { id });
    const both = outcomes(
      await Promise.allSettled([
        sign(boss, { id, version, signerId: signerRows[0]?.id as string }),
        ask(maker, calls.contractRevoke, { id, version, reason: '不签了' }),
      ]),
    );
    expect(both.filter((one) => one === 'signed')).toHaveLength(1);
    const { status, signed, revisions, chained } = await ask(maker, calls.contractDetail, { id });
    expect([status, signed, revisions.length, chained]).toEqual(both[0] === 'signed' ? ['SIGNING', 1, 2, true] : ['REVOKED', 0, 1, true]);
  }
});
