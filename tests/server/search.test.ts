import { beforeAll, expect, it } from 'vitest';
import { MessageQuery } from '~/domains/message/message.schema';
import { listMessages } from '~/domains/message/message.server';
import type { Me } from '~/portal/me';
import { openShop } from '../support/catalogue';
import { emptyDatabase, testDatabase } from '../support/database';
import { as } from '../support/stock';

const MESSAGES = 5_300;
let me: Me;
const opened = await testDatabase();

/** Half of all titles say 审核, one in twenty-five 催办 of the older ones, the last three 退回: read row by row, searched as a whole, handed over by ids. */
beforeAll(async () => {
  await emptyDatabase();
  me = (await openShop(opened)).me;
  await opened.pool.query(
    `insert into message (tenant_id, id, account_id, seq, kind, type, title, body, link, created_at)
     select $1, ('01999999-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, n, 'order.submitted', 'todo',
       n || case when n > ${MESSAGES} - 3 then '退回' when n % 2 = 0 then '待审核' when n < 3000 and n % 2 = 1 then '催办' else '通知' end, '', '',
       now() - (${MESSAGES} - n) * interval '1 second' from generate_series(1, ${MESSAGES}) n`,
    [me.tenantId, me.accountId],
  );
}, 60_000);

const found = async (messageTitle: string, pageNo = 1) => {
  const page = await as(opened, me, (tx) => listMessages(tx, me, MessageQuery.parse({ messageTitle, pageNo, pageSize: 10 })));
  return { titles: page.pagedRecords.map(({ title }) => title), total: page.totalCount };
};
const naive = async (word: string) => {
  const { rows } = await opened.pool.query(`select title from message where title like '%' || $1 || '%' order by created_at desc limit 20`, [word]);
  return rows.map(({ title }) => title as string);
};

it.each(['审核', '催办', '退回', '52', '没有', '%', '审'])('finds what a plain search finds, in the list’s order, however common “%s” is', async (word) => {
  const plain = word === '%' ? [] : await naive(word);
  const first = await found(word);
  const second = await found(word, 2);
  expect([...first.titles, ...second.titles]).toEqual(plain);
});

it('counts rare finds exactly and common ones only so far', async () => {
  expect([(await found('退回')).total, (await found('审核')).total, (await found('没有')).total]).toEqual([3, 1000, 0]);
});
