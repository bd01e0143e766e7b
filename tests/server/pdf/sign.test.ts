import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate, makeAuthority, signerOf } from '~/server/pdf/certificates.server';
import { derLength } from '~/server/pdf/cms.server';
import { nameSeal, roundSeal } from '~/server/pdf/sealArt.server';
import { signRevision, startsWith } from '~/server/pdf/signing.server';
import { timestampsFrom } from '~/server/pdf/timestamps.server';
import { verifyPdf } from '~/server/pdf/verify.server';
import { signAs, signingDay, type TwoParties, twoParties, unsignedPaper } from '../../support/signers';
import { localStampAuthority } from '../../support/stamps';

let parties: TwoParties;
let unsigned: Uint8Array;
let first: Uint8Array;
let both: Uint8Array;
const folder = mkdtempSync(join(tmpdir(), 'sign-'));

beforeAll(async () => {
  parties = await twoParties();
  unsigned = await unsignedPaper();
  first = await signAs(unsigned, parties.a, 'seal-1', '杭州晨光卫浴有限公司');
  both = await signAs(first, parties.b, 'seal-2', '苏州鼎盛建材贸易有限公司');
});
const verdict = (bytes: Uint8Array) => verifyPdf(bytes, parties.trust);
const written = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

describe('two parties sign one file', () => {
  it('keeps every byte of the first signature, and says of each what it covers (G7)', async () => {
    expect(startsWith(first, unsigned)).toBe(true);
    expect(startsWith(both, first)).toBe(true);
    const { state, signatures, added } = await verdict(both);
    expect({ state, added }).toEqual({ state: 'VALID', added: false });
    expect(signatures.map((one) => [one.subject, one.state, one.revision, one.revisions, one.coversWholeFile, one.changedAfter])).toEqual([
      ['杭州晨光卫浴有限公司', 'VALID', 1, 2, false, false],
      ['苏州鼎盛建材贸易有限公司', 'VALID', 2, 2, true, false],
    ]);
    expect(signatures[0]?.coveredBytes).toBe(first.length);
    expect(await verdict(first)).toMatchObject({ state: 'VALID', signatures: [{ coversWholeFile: true, revisions: 1 }] });
  });

  it('tells of a comment that was appended afterwards (G7)', async () => {
    const pdf = await PDF.load(both);
    pdf.getPage(0)?.addTextAnnotation({ rect: { x: 100, y: 100, width: 20, height: 20 }, contents: '改为六十天' });
    const later = await pdf.save({ incremental: true });
    expect(startsWith(later, both)).toBe(true);
    const { state, added, signatures } = await verdict(later);
    expect({ state, added }).toEqual({ state: 'APPENDED', added: true });
    expect(signatures.map((one) => [one.state, one.coversWholeFile, one.changedAfter])).toEqual([
      ['VALID', false, true],
      ['VALID', false, true],
    ]);
  });

  it('tells of words that came onto a page between the first and the second signature', async () => {
    const pdf = await PDF.load(first);
    pdf.getPage(0)?.drawText('600,000.00', { x: 80, y: 300, size: 12 });
    const altered = await signAs(await pdf.save({ incremental: true }), parties.b, 'seal-2', '苏州鼎盛建材贸易有限公司');
    const { state, signatures } = await verdict(altered);
    expect(state).toBe('APPENDED');
    expect(signatures.map((one) => [one.changedAfter, one.coversWholeFile])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('notices every changed byte, cut or addition', async () => {
    for (let at = 0; at < both.length; at += 997) {
      const bytes = new Uint8Array(both);
      bytes[at] = (bytes[at] as number) ^ 1;
      expect((await verdict(bytes)).state, `byte ${at}`).not.toBe('VALID');
    }
    for (const length of [both.length - 7, both.length - 200, first.length + 400, unsigned.length - 50, 5000]) {
      const { state } = await verdict(both.slice(0, length));
      expect(['INVALID', 'UNREADABLE', 'APPENDED', 'UNSIGNED'], `cut at ${length}`).toContain(state);
    }
    expect((await verdict(Buffer.concat([both, Buffer.from('garbage')]))).state).toBe('APPENDED');
    expect((await verdict(Buffer.from('not a file'))).state).toBe('UNREADABLE');
    expect((await verdict(unsigned)).state).toBe('UNSIGNED');
  }, 60_000);

  it('signs a field once', async () => {
    await expect(signAs(first, parties.a, 'seal-1', '甲')).rejects.toMatchObject({ code: '420004' });
    await expect(signAs(first, parties.a, 'seal-9', '甲')).rejects.toMatchObject({ code: '420003' });
  });

  it('signs in under half a second with the seal as vectors', async () => {
    const started = performance.now();
    const bytes = await signAs(first, parties.b, 'seal-2', '苏州鼎盛建材贸易有限公司');
    expect(performance.now() - started).toBeLessThan(500);
    expect(bytes.length - first.length).toBeLessThan(60_000);
  });
});

describe('certificates', () => {
  const day = 86_400_000;
  it('refuse what was revoked before the signature, and keep what was signed before the revocation', async () => {
    const from = (at: number) => ({ ...parties.trust, revokedAt: async () => new Date(at) });
    expect((await verifyPdf(both, from(signingDay.getTime() - day))).signatures.map(({ state }) => state)).toEqual(['REVOKED', 'REVOKED']);
    expect((await verifyPdf(both, from(signingDay.getTime() + day))).state).toBe('VALID');
  });

  it('refuse one that was not valid when it signed', async () => {
    const keyed = await issueCertificate(parties.root, { name: '过期公司' }, new Date(signingDay.getTime() - 9 * day), new Date(signingDay.getTime() - day));
    const bytes = await signAs(unsigned, { signer: await signerOf(keyed, [parties.root.certificate]) }, 'seal-1', '过期公司');
    expect(await verdict(bytes)).toMatchObject({ state: 'INVALID', signatures: [{ state: 'EXPIRED' }] });
  });

  it('of an authority nobody relies on prove that nothing changed, not who signed', async () => {
    const root = await makeAuthority({ name: '陌生机构' }, new Date(signingDay.getTime() - day), new Date(signingDay.getTime() + 99 * day));
    const keyed = await issueCertificate(
      root,
      { name: '杭州晨光卫浴有限公司' },
      new Date(signingDay.getTime() - day),
      new Date(signingDay.getTime() + 9 * day),
    );
    const bytes = await signAs(unsigned, { signer: await signerOf(keyed, [root.certificate]) }, 'seal-1', '杭州晨光卫浴有限公司');
    expect(await verdict(bytes)).toMatchObject({ state: 'UNTRUSTED', signatures: [{ state: 'UNTRUSTED', issuer: '陌生机构' }] });
  });
});

describe('others agree', () => {
  it('names are written one attribute a step, as authorities write them', () => {
    const told = execFileSync(
      'openssl',
      ['x509', '-inform', 'DER', '-noout', '-subject', '-issuer', '-nameopt', 'RFC2253,-esc_msb', '-in', written('a.cer', parties.a.keyed.certificate)],
      {
        encoding: 'utf8',
      },
    );
    expect(told).toBe('subject=CN=杭州晨光卫浴有限公司,O=杭州晨光卫浴有限公司,C=CN\nissuer=CN=测试认证根,O=杭州晨光卫浴有限公司,C=CN\n');
  });

  it('openssl verifies both signatures, and neither after a byte changed', async () => {
    const root = written('root.pem', Buffer.from(pem(parties.root.certificate)));
    for (const [bytes, name] of [
      [first, 'a'],
      [both, 'b'],
    ] as const) {
      const { cms, content } = lastSignature(bytes);
      const check = (data: Uint8Array) =>
        spawnSync('openssl', [
          'cms',
          '-verify',
          '-inform',
          'DER',
          '-in',
          written(`${name}.der`, cms),
          '-content',
          written(`${name}.bin`, data),
          '-binary',
          '-CAfile',
          root,
          '-attime',
          String(signingDay.getTime() / 1000),
          '-out',
          '/dev/null',
        ]);
      expect(check(content).stderr.toString()).toContain('successful');
      const changed = new Uint8Array(content);
      changed[1000] = (changed[1000] as number) ^ 1;
      expect(check(changed).status).not.toBe(0);
    }
  });

  it.skipIf(spawnSync('pdfsig', ['-v']).status !== 0)('pdfsig finds two signatures, both valid (needs poppler-utils)', () => {
    const said = execFileSync('pdfsig', ['-nocert', written('both.pdf', both)], { encoding: 'utf8' });
    expect(said.match(/Signature Validation: Signature is Valid\./g)).toHaveLength(2);
    expect(said).toContain('ETSI.CAdES.detached');
    expect(said.match(/Total document signed/g)).toHaveLength(1);
  });
});

describe('time stamps and seals', () => {
  it('draws seals of any length of name within their square, and refuses what the font lacks', () => {
    for (const name of ['甲', '杭州晨光卫浴有限公司', '内蒙古自治区呼和浩特市赛罕区金桥经济技术开发区建筑装饰材料贸易有限责任公司'])
      for (const { path } of roundSeal(name, '合同专用章').shapes)
        for (const number of path.match(/-?[\d.]+/g) ?? []) {
          expect(Number(number)).toBeGreaterThan(0);
          expect(Number(number)).toBeLessThan(1000);
        }
    expect(nameSeal('欧阳修').shapes).toHaveLength(5);
    for (const name of ['阿卜杜热合曼·买买提江', '尼玛扎西次仁顿珠旺堆多吉平措罗布格桑']) {
      const { shapes } = nameSeal(name);
      expect(shapes).toHaveLength(1 + [...name].length);
      for (const { path } of shapes) for (const number of path.match(/-?[\d.]+/g) ?? []) expect(Math.abs(Number(number) - 500)).toBeLessThan(500);
    }
    expect(() => nameSeal('𠮷野')).toThrow('𠮷');
  });
});

/** What openssl needs: the signature with the widest range, and what it covers. */
function lastSignature(bytes: Uint8Array): { cms: Uint8Array; content: Uint8Array } {
  const text = Buffer.from(bytes).toString('latin1');
  const ranges = [...text.matchAll(/\/ByteRange\s*\[0 (\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map(([, gap, start, length]) => ({
    gap: Number(gap),
    start: Number(start),
    end: Number(start) + Number(length),
  }));
  const { gap, start, end } = ranges.sort((a, b) => b.end - a.end)[0] as (typeof ranges)[number];
  const room = Buffer.from(text.slice(gap + 1, start - 1), 'hex');
  return { cms: room.subarray(0, derLength(room)), content: Buffer.concat([bytes.subarray(0, gap), bytes.subarray(start, end)]) };
}

describe('a time-stamp authority made with openssl', () => {
  it('stamps a signature: verified at the stamp’s instant, refused when it stamps something else or is not relied on', async () => {
    const authority = await localStampAuthority(folder);
    try {
      const signed = await signRevision(unsigned, {
        field: 'seal-1',
        signer: parties.a.signer,
        reason: '签订',
        now: signingDay,
        timestamps: timestampsFrom(authority.url),
      });
      const relied = await verifyPdf(signed, { ...parties.trust, stampRoots: [authority.root] });
      expect(relied.signatures[0]).toMatchObject({ state: 'VALID', stampedBy: 'Local TSA' });
      expect(Math.abs(Date.parse(relied.signatures[0]?.stampedAt ?? '') - authority.now())).toBeLessThan(3_600_000);
      expect(relied.signatures[0]?.checks.find(({ name }) => name === '时间戳')?.ok).toBe(true);
      const strange = await verifyPdf(signed, parties.trust);
      expect(strange.signatures[0]?.checks.find(({ name }) => name === '时间戳')).toMatchObject({ ok: false });
      authority.lie();
      await expect(timestampsFrom(authority.url).timestamp(new Uint8Array(32), 'SHA-256')).rejects.toMatchObject({ code: '420006' });
    } finally {
      authority.close();
    }
    await expect(timestampsFrom(authority.url).timestamp(new Uint8Array(32), 'SHA-256')).rejects.toThrow('时间戳服务没有应答');
  }, 60_000);
});
