import { beforeAll, expect, test } from 'vitest';
import { issueCertificate, type KeyedCertificate } from '~/server/pdf/certificates.server';
import { verifyPdf } from '~/server/pdf/verify.server';
import { revocationList, type Status, statusAnswer, withProofs } from '../../support/revocations';
import { signAs, signingDay, type TwoParties, twoParties, unsignedPaper } from '../../support/signers';

let parties: TwoParties;
let signed: Uint8Array;
let authority: KeyedCertificate;
let own: KeyedCertificate;
beforeAll(async () => {
  parties = await twoParties();
  signed = await signAs(await unsignedPaper(), parties.a, 'seal-1', '杭州晨光卫浴有限公司');
  authority = parties.root;
  own = parties.a.keyed;
});
const hours = (count: number): Date => new Date(signingDay.getTime() + count * 3_600_000);
const later = hours(24);
const judged = async (proofs: Parameters<typeof withProofs>[1]) => {
  const [one] = (await verifyPdf(await withProofs(signed, proofs), parties.trust)).signatures;
  return [one?.state, one?.checks.find(({ name }) => name === '证书吊销')?.note] as const;
};
const answered = (status: Status, change: Partial<Parameters<typeof statusAnswer>[0]> = {}) =>
  statusAnswer({ authority, ...change }, [[own, status]], later).then((answer) => judged({ answers: [answer] }));

test('lists of revoked certificates inside a file count when the issuer signed them, and not otherwise', async () => {
  const before = await revocationList({ authority, of: own }, signingDay, hours(-1));
  expect(await judged({ lists: [before] })).toEqual(['REVOKED', expect.stringContaining('吊销（依据文件内附的证书吊销列表')]);
  const clean = await revocationList({ authority, of: own }, signingDay, null);
  expect(await judged({ lists: [clean] })).toEqual(['VALID', expect.stringContaining('未吊销（依据文件内附的证书吊销列表')]);
  expect(await judged({ lists: [await revocationList({ authority, of: own }, later, hours(2))] })).toEqual(['VALID', expect.stringContaining('在签署之后')]);
  const forged = await revocationList({ authority, by: parties.b.keyed, of: own }, signingDay, hours(-1));
  expect(await judged({ lists: [forged] })).toEqual(['VALID', '未吊销']);
});

test('an answer about a certificate counts from the hour of its revocation, not from when it was asked', async () => {
  expect(await answered('GOOD')).toEqual(['VALID', expect.stringContaining('未吊销（依据文件内附的证书状态应答')]);
  expect(await answered(hours(-1))).toEqual(['REVOKED', expect.stringContaining('吊销（依据文件内附的证书状态应答')]);
  expect(await answered(hours(1))).toEqual(['VALID', expect.stringContaining('在签署之后')]);
});

test('an answer that does not know, a responder that could not be reached and bytes that are no answer say nothing', async () => {
  expect(await answered('UNKNOWN')).toEqual(['VALID', '未吊销']);
  expect(await judged({})).toEqual(['VALID', '未吊销']);
  expect(await judged({ answers: [Buffer.from('try later')], lists: [Buffer.from('<html>503</html>')] })).toEqual(['VALID', '未吊销']);
  const stranger = await verifyPdf(await withProofs(signed, {}), { ...parties.trust, roots: [parties.b.keyed.certificate] });
  expect(stranger.signatures[0]?.checks.find(({ name }) => name === '证书吊销')?.note).toContain('需向颁发者查询');
});

test('an answer is believed from the issuer alone and from whom it appointed, never from a holder of one of its certificates', async () => {
  expect(await answered(hours(-1), { attached: [authority] })).toEqual(['REVOKED', expect.anything()]);
  const holder = await issueCertificate(authority, { name: '自称应答者' }, hours(-99), hours(99));
  expect(await answered(hours(-1), { by: holder, attached: [holder, authority] })).toEqual(['VALID', '未吊销']);
  expect(await answered('GOOD', { by: own, attached: [own, authority] })).toEqual(['VALID', '未吊销']);
});

test('of several proofs the one that tells of a revocation counts, whichever came first and whomever else they speak of', async () => {
  const clean = await revocationList({ authority, of: own }, signingDay, null);
  const revoked = await revocationList({ authority, of: own }, later, hours(-1));
  expect(await judged({ lists: [clean, revoked] })).toEqual(['REVOKED', expect.anything()]);
  const good = await statusAnswer({ authority }, [[own, 'GOOD']], signingDay);
  expect(await judged({ answers: [good], lists: [revoked] })).toEqual(['REVOKED', expect.anything()]);
  const both = await statusAnswer(
    { authority },
    [
      [parties.b.keyed, 'GOOD'],
      [own, hours(-2)],
    ],
    later,
  );
  expect(await judged({ answers: [both] })).toEqual(['REVOKED', expect.anything()]);
});
