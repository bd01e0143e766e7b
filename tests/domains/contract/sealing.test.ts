import '~/domains/contract/api.server';
import '~/domains/seal/api.server';
import { PDF } from '@libpdf/core';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/contract/calls';
import { tellEnding } from '~/domains/contract/certificates.server';
import { trustOf } from '~/domains/contract/identity.server';
import { sealDue } from '~/domains/contract/sealing.server';
import { sealSilently } from '~/domains/contract/silent.server';
import { sealPicture } from '~/domains/seal/picture.server';
import { authorise, revoke } from '~/domains/seal/seal.server';
import { saveSeal, setPicture } from '~/domains/seal/sealSave.server';
import type { Me } from '~/portal/me';
import { verifyPdf } from '~/server/pdf/verify.server';
import { clockOf } from '~/server/tenantChore.server';
import { makeMember } from '../../support/app';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { certificateProvider } from '../../support/certificateProvider';
import { sentContract, signAt } from '../../support/contracts';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Market, openMarket } from '../../support/order';
import { as } from '../../support/stock';

const opened = await testDatabase();
const provider = await certificateProvider(NOON);
let market: Market;
let boss: Me;
let maker: Me;
let dealer: Me;
const minutes = (count: number): Date => new Date(NOON.getTime() + count * 60_000);

beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  maker = (await makeMember(1n, '经办', 'admin')).me;
  boss = (await makeMember(1n, '主管', 'admin')).me;
  dealer = market.dealer(market.customers[0]);
});
afterEach(() => void provider.leave());

const sent = (change = {}) => sentContract({ maker, boss, customerId: market.customers[0] }, change);
const sign = (me: Me, id: string, seq: number, now = NOON) => signAt(opened, me, { maker, id, seq }, now);
const detail = (id: string, me = maker) => ask(me, calls.contractDetail, { id });
const states = async (id: string) => (await detail(id)).signerRows.map((one) => one.status);
const file = async (id: string) => new Uint8Array(((await ask(maker, calls.contractFile, { id })) as { bytes: Uint8Array }).bytes);
const lent = async (change: object = {}) => {
  const seal = await as(opened, boss, (tx) =>
    saveSeal(tx, boss, { id: '', version: 0, kind: 'CONTRACT', name: '杭州晨光卫浴有限公司', number: '', enabled: true, remark: '' }, NOON),
  );
  const auth = await as(opened, boss, (tx) =>
    authorise(
      tx,
      boss,
      { sealId: seal.id, accountId: boss.accountId, from: '2026-06-01', to: '2027-06-01', reason: '签署', silent: false, kinds: [], most: '', ...change },
      NOON,
    ),
  );
  return { seal: seal.id, auth: auth.id };
};

test('a signature waits for its provider: failures are tried again later and later, the right answer is verified and kept', async () => {
  provider.use();
  const id = await sent();
  provider.faults.push('DOWN', 'GARBAGE', 'SILENT', 'WRONG_VALUE');
  await sign(boss, id, 1);
  expect([await states(id), (await detail(id)).turn]).toEqual([['SEALING', 'WAITING'], null]);
  await expect(sign(boss, id, 1)).rejects.toThrow('正在由证书服务商签章');
  await sealDue(opened, minutes(3));
  expect((await detail(id)).signerRows[0]?.sealingError).toContain('系统维护');
  await sealDue(opened, minutes(3.5));
  expect(provider.asked.filter((one) => one.startsWith('/certificates'))).toHaveLength(1);
  await sealDue(opened, minutes(5));
  expect((await detail(id)).signerRows[0]?.sealingError).toContain('证书服务商');
  await sealDue(opened, minutes(15));
  expect((await detail(id)).signerRows[0]?.sealingError).toContain('没有应答');
  expect((await detail(id, dealer)).signerRows[0]?.sealingError).toBe('');
  // A signature that does not fit is a rule broken, not a line that is busy: the turn goes back.
  await sealDue(opened, minutes(40));
  expect([await states(id), (await detail(id)).signerRows[0]?.sealingError]).toEqual([['TURN', 'WAITING'], expect.stringContaining('没有通过验证')]);
  await sign(boss, id, 1, minutes(41));
  await sealDue(opened, minutes(44));
  expect(await states(id)).toEqual(['SIGNED', 'TURN']);
  await sign(dealer, id, 2, minutes(50));
  await sealDue(opened, minutes(53));
  const done = await detail(id);
  expect([done.status, done.signed, done.chained]).toEqual(['DONE', 2, true]);
  const trust = await opened.inTenant({ tenantId: 1n }, (tx) => trustOf(tx));
  expect((await verifyPdf(await file(id), trust)).signatures.map((one) => [one.state, one.issuer])).toEqual([
    ['VALID', '持牌认证机构根'],
    ['VALID', '持牌认证机构根'],
  ]);
}, 60_000);

test('a provider that gives another company’s certificate, refuses, or stays away for a day brings nothing', async () => {
  provider.use();
  const id = await sent();
  provider.faults.push('WRONG_NAME', 'REFUSE');
  await sign(boss, id, 1);
  await sealDue(opened, minutes(3));
  expect((await detail(id)).signerRows[0]?.sealingError).toContain('另一家公司');
  await sealDue(opened, minutes(6));
  expect((await detail(id)).signerRows[0]?.sealingError).toContain('企业未完成实名');
  provider.faults.push(...Array<'DOWN'>(3).fill('DOWN'));
  await sealDue(opened, minutes(26 * 60));
  expect(await states(id)).toEqual(['TURN', 'WAITING']);
  await ask(maker, calls.contractRevoke, { id, version: (await detail(id)).version, reason: '不签了' });
  expect(await states(id)).toEqual(['ENDED', 'ENDED']);
}, 60_000);

test('a permission taken back while the provider is asked forbids the signature; a revoked contract takes none', async () => {
  provider.use();
  const { auth } = await lent();
  const id = await sent();
  await sign(boss, id, 1);
  await as(opened, boss, (tx) => revoke(tx, boss, { id: auth }, NOON));
  await sealDue(opened, minutes(3));
  expect([await states(id), (await detail(id)).signerRows[0]?.sealingError]).toEqual([['TURN', 'WAITING'], expect.stringContaining('没有合同专用章')]);
  const other = await sent({
    title: '第二份',
    signers: [
      { side: 'OURS', roleName: '甲方', sealKind: 'COMPANY' },
      { side: 'THEIRS', roleName: '乙方', sealKind: 'COMPANY' },
    ],
  });
  await sign(boss, other, 1);
  await ask(maker, calls.contractRevoke, { id: other, version: (await detail(other)).version, reason: '不签了' });
  await sealDue(opened, minutes(3));
  expect([(await detail(other)).status, (await detail(other)).revisions.length]).toEqual(['REVOKED', 1]);
}, 60_000);

test('a permission that is taken back in the middle forbids what comes after it', async () => {
  const { auth } = await lent();
  const first = await sent();
  const second = await sent({ title: '第二份' });
  await sign(boss, first, 1);
  expect((await refusalOf(sign(maker, second, 1))).message).toContain('用印授权');
  await as(opened, boss, (tx) => revoke(tx, boss, { id: auth }, NOON));
  expect((await refusalOf(sign(boss, second, 1))).message).toContain('用印授权');
  expect(await states(second)).toEqual(['TURN', 'WAITING']);
});

test('the system seals by itself within what was lent: kinds, amount, days', async () => {
  const { auth } = await lent({ silent: true, kinds: ['OTHER'], most: 2_000_000n });
  const small = await sent();
  const large = await sent({ title: '大额', amount: '50000.00' });
  expect(await sealSilently(opened, minutes(1))).toBe(1);
  expect([await states(small), await states(large)]).toEqual([
    ['SIGNED', 'TURN'],
    ['TURN', 'WAITING'],
  ]);
  expect((await detail(small)).signerRows[0]).toMatchObject({ person: boss.name, way: 'SILENT' });
  await as(opened, boss, (tx) => revoke(tx, boss, { id: auth }, NOON));
  const later = await sent({ title: '第三份' });
  expect(await sealSilently(opened, minutes(2))).toBe(0);
  expect(await states(later)).toEqual(['TURN', 'WAITING']);
});

test('a scanned seal loses its paper and stands in the file; what is no seal is refused by its fault', async () => {
  const scan = (shapes: string, size = 500) =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="#f4f1ea"/>${shapes}</svg>`),
    )
      .png()
      .toBuffer();
  const ring =
    '<circle cx="260" cy="240" r="150" fill="none" stroke="#c8201c" stroke-width="14"/><text x="200" y="260" font-size="60" fill="#c8201c">章</text>';
  const picture = await sealPicture('章.png', await scan(ring));
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([360, 360, 4]);
  const alphas = [...new Set(data.filter((_, at) => at % 4 === 3))].sort((a, b) => a - b);
  expect([data[3], alphas[0], alphas.at(-1)]).toEqual([0, 0, 255]);
  for (const [bytes, words] of [
    [await scan(''), '没有找到印章'],
    [await scan('<rect width="100%" height="100%" fill="#c00"/>'), '背景无法去除'],
    [await scan('<rect x="20" y="200" width="440" height="80" fill="#c00"/>'), '不是圆形或方形'],
    [await scan(ring, 100), '像素之间'],
    [Buffer.from('nothing'), '不是图片'],
    [Buffer.alloc(3 * 1024 * 1024), '不能超过2MB'],
  ] as const)
    expect((await refusalOf(sealPicture('x.png', bytes))).message).toContain(words);
  const { seal } = await lent();
  const { version } = (await opened.pool.query('select version from ct_seal where id = $1', [seal])).rows[0] as { version: number };
  await as(opened, boss, async (tx) => setPicture(tx, boss, { id: seal, version, file: new File([new Uint8Array(await scan(ring))], '章.png') }, NOON));
  const id = await sent();
  await sign(boss, id, 1);
  const pdf = await PDF.load(await file(id));
  expect(Buffer.from(await file(id)).toString('latin1')).toContain('/SMask');
  expect(pdf.getPageCount()).toBeGreaterThan(0);
});

test('certificates are listed, revoked once, told of before they end, and anew at the next signature', async () => {
  const first = await sent();
  await sign(boss, first, 1);
  const listed = await ask(boss, calls.certificateList, { kind: 'OURS' });
  expect(listed.pagedRecords).toMatchObject([{ state: 'ACTIVE', uses: 1, provided: false }]);
  const own = listed.pagedRecords[0] as (typeof listed.pagedRecords)[number];
  const root = (await ask(boss, calls.certificateList, { kind: 'AUTHORITY' })).pagedRecords[0]?.id as string;
  expect((await refusalOf(ask(boss, calls.certificateRevoke, { id: root, reason: '误操作' }))).message).toContain('根证书');
  await ask(boss, calls.certificateRevoke, { id: own.id, reason: '疑似被盗用' }, minutes(10));
  expect((await refusalOf(ask(boss, calls.certificateRevoke, { id: own.id, reason: '再一次' }, minutes(11)))).message).toContain('吊销');
  const second = await sent({ title: '第二份' });
  await sign(boss, second, 1, minutes(20));
  expect((await ask(boss, calls.certificateList, { kind: 'OURS' })).pagedRecords.map((one) => one.state).sort()).toEqual(['ACTIVE', 'REVOKED']);
  const trust = await opened.inTenant({ tenantId: 1n }, (tx) => trustOf(tx));
  expect((await verifyPdf(await file(first), trust)).state).toBe('VALID');
  const near = new Date(NOON.getTime() + 715 * 86_400_000);
  const told = () => opened.inTenant({ tenantId: 1n }, (tx) => tellEnding(tx, clockOf({ id: 1n, name: '甲厂' }), near));
  expect([await told(), await told()]).toEqual([1, 0]);
});

test('both parties fetch the evidence: who, how, which file, and a log that is whole', async () => {
  const id = await sent();
  await expect(ask(market.dealer(market.customers[1]), calls.contractEvidence, { id })).rejects.toThrow('不存在');
  await sign(boss, id, 1);
  await sign(dealer, id, 2);
  await expect(ask(market.dealer(market.customers[1]), calls.contractVerdict, { id })).rejects.toThrow('不存在');
  for (const me of [maker, dealer]) {
    const verdict = await ask(me, calls.contractVerdict, { id });
    expect([verdict.state, verdict.signatures.map((one) => [one.state, one.revision])]).toEqual([
      'VALID',
      [
        ['VALID', 1],
        ['VALID', 2],
      ],
    ]);
    const { bytes, name } = (await ask(me, calls.contractEvidence, { id })) as { bytes: Uint8Array; name: string };
    const text = (await PDF.load(bytes))
      .extractText()
      .map((page) => page.text)
      .join('')
      .replace(/\s/g, '');
    const { events, revisions, no, signerRows } = await detail(id);
    expect(name).toBe(`${no}证据报告.pdf`);
    for (const words of [no, '短信验证码与登录密码', '全部有效', '全部一致', ...events.map((one) => one.hash), ...signerRows.map((one) => one.certSerial)])
      expect(text).toContain(words);
    for (const one of revisions) expect(text).toContain(one.sha256.slice(0, 8));
  }
  await opened.pool.query('alter table ct_event disable trigger all');
  await opened.pool.query("update ct_event set note = '改过' where contract_id = $1 and seq = 1", [id]);
  const { bytes } = (await ask(maker, calls.contractEvidence, { id })) as { bytes: Uint8Array };
  expect(
    (await PDF.load(bytes))
      .extractText()
      .map((page) => page.text)
      .join('')
      .replace(/\s/g, ''),
  ).toContain('哈希链不一致');
});
