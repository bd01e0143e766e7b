import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/help/api.server';
import { helpVote } from '~/domains/help/calls';
import { castVote, voteCounts } from '~/domains/help/vote.server';
import { VOTE_PATH } from '~/domains/help/voting';
import { send } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
});

const voter = (n: number) => `browser-${String(n).padStart(10, '0')}`;
const vote = { centre: 'order' as const, question: 'edit-submitted', helpful: true, reason: '', voter: voter(1) };
const cast = (change: object = {}) => send('POST', helpVote.path, { ...vote, ...change }, null);

describe('saying whether an answer helped', () => {
  it('is what the page posts to', () => expect(VOTE_PATH).toBe(`/web${helpVote.path}`));

  it('needs no login and counts a browser once, by its last word', async () => {
    expect((await cast()).code).toBe('0');
    expect((await cast({ helpful: false, reason: '没写运费' })).code).toBe('0');
    expect((await cast({ voter: voter(2) })).code).toBe('0');
    expect(await voteCounts()).toEqual([{ centre: 'order', question: 'edit-submitted', helpful: 1, unhelpful: 1, reasons: ['没写运费'] }]);
  });

  it('refuses what is no question, with a sentence', async () => {
    expect((await cast({ question: '../x' })).message).toBe('问题编号格式不正确');
    expect((await cast({ centre: 'nothing' })).message).toBe('帮助中心不存在');
    expect((await cast({ reason: '长'.repeat(301) })).message).toBe('说明最多300个字');
    expect((await cast({ voter: 'short' })).message).toBe('浏览器标识格式不正确');
  });

  it('stops one address that votes like a program, for an hour, and keeps no address', async () => {
    const now = new Date('2026-11-21T02:00:00Z');
    for (let n = 0; n < 60; n++) await castVote({ ...vote, voter: voter(n) }, { address: '203.0.113.9', now });
    await expect(castVote({ ...vote, voter: voter(61) }, { address: '203.0.113.9', now })).rejects.toThrow('评价太频繁');
    await castVote({ ...vote, voter: voter(62) }, { address: '203.0.113.10', now });
    await castVote({ ...vote, voter: voter(63) }, { address: '203.0.113.9', now: new Date(now.getTime() + 3_600_001) });
    const kept = await (await testDatabase()).inSystem((tx) => tx.selectFrom('help_vote').selectAll().execute());
    expect(JSON.stringify(kept)).not.toContain('203.0.113');
    expect(kept).toHaveLength(62);
  });
});
