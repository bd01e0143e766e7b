import type { Me } from '~/portal/me';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { loadMe } from '~/server/session.server';
import { pendingOn, publishProcess, step, submitSlip, treeOf, voteOn } from '../tests/support/flows';
import { addSlip, openSlips } from '../tests/support/slips';
import { record } from './report';
import { query, SECONDS, type World } from './world';

const TENANT = 1001n;
const CLERKS = 16;

/** Documents that go through three people one after the other, in this process: each submit and each vote is a transaction with its log, notices and outbox. */
export async function measureDecisions({ url }: World): Promise<void> {
  const opened = await openDatabase({ url, dataDir: '.', poolSize: CLERKS });
  useDatabase(opened);
  await query(url, 'drop table if exists slip');
  await openSlips(opened);
  const [maker, ...deciders] = (await Promise.all(['13800000001', '13800000004', '13800000005', '13800000006'].map((mobile) => meOf(url, opened, mobile)))) as [
    Me,
    ...Me[],
  ];
  await publishProcess(opened, TENANT, treeOf(...deciders.map((one, at) => step(`第${at + 1}步`, [one]))));
  const until = performance.now() + SECONDS * 1000;
  let [documents, actions] = [0, 0];
  const clerk = async (): Promise<void> => {
    while (performance.now() < until) {
      const slip = await addSlip(opened, maker);
      await submitSlip(opened, maker, slip, new Date());
      for (const one of deciders) {
        const [task] = await pendingOn(opened, slip);
        if (!task) throw new Error('nobody is asked');
        await voteOn(opened, one, slip, task.id, 'PASS', new Date());
      }
      documents += 1;
      actions += 1 + deciders.length;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLERKS }, clerk));
  const seconds = (performance.now() - started) / 1000;
  await opened.close();
  record('documents submitted and passed by three people', documents / seconds, '/s');
  record('their submits and votes', actions / seconds, '/s', { least: 150 });
}

async function meOf(url: string, opened: Opened, mobile: string): Promise<Me> {
  const [account] = await query<{ id: string }>(url, 'select id from account where mobile = $1', [mobile]);
  return (await opened.inSystem((tx) => loadMe(tx, account?.id ?? '', TENANT, '1'))) as Me;
}
