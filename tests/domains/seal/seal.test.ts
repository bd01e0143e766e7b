import { beforeAll, expect, it } from 'vitest';
import '~/server/web.server';
import { authState } from '~/domains/seal/seal';
import { authorise, listSeals, revoke } from '~/domains/seal/seal.server';
import { saveSeal } from '~/domains/seal/sealSave.server';
import { shownSeal, useSeal } from '~/domains/seal/use.server';
import { issueCertificate, makeAuthority, signerOf } from '~/server/pdf/certificates.server';
import { makeMember, makeTenant, type Person, TENANT_A } from '../../support/app';
import { NOON, refusalOf } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { hugeWhenUnpacked } from '../../support/hostileFiles';
import { signAs, unsignedPaper } from '../../support/signers';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Person;
beforeAll(async () => {
  await makeTenant(TENANT_A, '甲厂');
  shop = await makeMember(TENANT_A, '印章管理员', 'admin');
});
const form = { id: '', version: 0, kind: 'CONTRACT' as const, name: '杭州晨光卫浴有限公司', number: '3301100012345', enabled: true, remark: '' };
const day = (offset: number): string => new Date(NOON.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
const use = (now = NOON) => as(opened, shop.me, (tx) => useSeal(tx, shop.me, 'CONTRACT', now));

it('draws a seal nobody registered from the name; a registered one asks for a permission of that day, until it is taken back', async () => {
  expect(await use()).toBeNull();
  const seal = await as(opened, shop.me, (tx) => saveSeal(tx, shop.me, form, NOON));
  expect((await refusalOf(use())).message).toContain('您没有合同专用章“杭州晨光卫浴有限公司”');
  const give = (from: string, to: string) =>
    as(opened, shop.me, (tx) =>
      authorise(tx, shop.me, { sealId: seal.id, accountId: shop.me.accountId, from, to, reason: '签署合同', silent: false, kinds: [], most: '' }, NOON),
    );
  expect((await refusalOf(give(day(3), day(1)))).message).toContain('早于开始日');
  expect((await refusalOf(give(day(0), day(1200)))).message).toContain('超过三年');
  const later = await give(day(5), day(9));
  await refusalOf(use());
  const { id } = await give(day(0), day(2));
  expect(shownSeal((await use())?.art as never).shapes.length).toBeGreaterThan(10);
  await refusalOf(use(new Date(NOON.getTime() + 3 * 86_400_000)));
  await as(opened, shop.me, (tx) => revoke(tx, shop.me, { id }, NOON));
  await refusalOf(use());
  expect((await refusalOf(as(opened, shop.me, (tx) => revoke(tx, shop.me, { id }, NOON)))).message).toContain('已由');
  const { seals } = await as(opened, shop.me, (tx) => listSeals(tx, shop.me, NOON));
  expect(seals[0]?.auths.map((one) => [one.id, one.state])).toEqual(
    expect.arrayContaining([
      [later.id, 'LATER'],
      [id, 'REVOKED'],
    ]),
  );
});

it('keeps one seal of a kind in use, and never changes what a seal says', async () => {
  expect((await refusalOf(as(opened, shop.me, (tx) => saveSeal(tx, shop.me, { ...form, name: '另一公司' }, NOON)))).message).toContain('请先停用');
  const { seals } = await as(opened, shop.me, (tx) => listSeals(tx, shop.me, NOON));
  const seal = seals[0] as (typeof seals)[number];
  const edit = (change: Partial<typeof form>) =>
    as(opened, shop.me, (tx) => saveSeal(tx, shop.me, { ...form, id: seal.id, version: seal.version, ...change }, NOON));
  expect((await refusalOf(edit({ name: '改名公司' }))).message).toContain('不能修改');
  expect((await refusalOf(edit({ version: 9 }))).message).toContain('已被他人修改');
  await edit({ enabled: false });
  expect(await use()).toBeNull();
  expect((await refusalOf(as(opened, shop.me, (tx) => saveSeal(tx, shop.me, { ...form, kind: 'LEGAL', name: '𠮷野' } as never, NOON)))).message).toContain(
    '𠮷',
  );
});

it('says on which days a permission holds', () => {
  const from = { from: '2026-03-01', to: '2026-03-31', revoked: false };
  expect(['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((at) => authState(from, at))).toEqual(['LATER', 'ACTIVE', 'ACTIVE', 'ENDED']);
  expect(authState({ ...from, revoked: true }, '2026-03-05')).toBe('REVOKED');
});

it('verifies for anybody: a file signed elsewhere is whole and its signer unknown, another file is told apart', async () => {
  const { verifyFile } = await import('~/domains/seal/verifyFile.server');
  const root = await makeAuthority({ name: '外部机构' }, new Date(NOON.getTime() - 1e9), new Date(NOON.getTime() + 1e12));
  const keyed = await issueCertificate(root, { name: '外地公司' }, new Date('2026-01-01'), new Date('2027-01-01'));
  const bytes = await signAs(await unsignedPaper(), { signer: await signerOf(keyed, [root.certificate]) }, 'seal-1', '外地公司');
  const look = (content: Uint8Array) => verifyFile({ file: new File([new Uint8Array(content)], 'a.pdf') }, { address: '203.0.113.9', now: NOON } as never);
  expect(await look(bytes)).toMatchObject({ state: 'UNTRUSTED', signatures: [{ subject: '外地公司', issuer: '外部机构' }] });
  expect(await look(Buffer.from('hello'))).toMatchObject({ state: 'UNREADABLE' });
  await expect(look(new Uint8Array(11 * 1024 * 1024))).rejects.toMatchObject({ code: '420002' });
});

it('refuses what is too heavy by name, reads two files at once and asks others to wait', async () => {
  const { verifyFile } = await import('~/domains/seal/verifyFile.server');
  const look = (name: string, content: Uint8Array, from: string) =>
    verifyFile({ file: new File([new Uint8Array(content)], name) }, { address: from, now: NOON } as never);
  expect((await refusalOf(look('炸弹.pdf', hugeWhenUnpacked(2000), '203.0.113.20'))).message).toBe(
    '文件“炸弹.pdf”过于复杂，在限定的时间和内存内无法读完，不能验证',
  );
  const bytes = await unsignedPaper();
  const three = await Promise.allSettled(['203.0.113.21', '203.0.113.22', '203.0.113.23'].map((from) => look('a.pdf', bytes, from)));
  expect(three.map((one) => (one.status === 'fulfilled' ? one.value.state : one.reason.message)).sort()).toEqual([
    'UNSIGNED',
    'UNSIGNED',
    '当前验证的人数较多，请稍后重试',
  ]);
  expect(await look('a.pdf', bytes, '203.0.113.24')).toMatchObject({ state: 'UNSIGNED' });
}, 40_000);
