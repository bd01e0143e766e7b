import type { Signer } from '@libpdf/core';
import { issueCertificate, type KeyedCertificate, makeAuthority, signerOf } from '~/server/pdf/certificates.server';
import { renderPaper } from '~/server/pdf/render.server';
import { roundSeal } from '~/server/pdf/sealArt.server';
import { prepareForSigning, signRevision } from '~/server/pdf/signing.server';
import type { Trust } from '~/server/pdf/verify.server';

export const signingDay = new Date('2026-03-02T02:00:00Z');
const years = (count: number): Date => new Date(signingDay.getTime() + count * 365 * 86_400_000);

export interface TwoParties {
  root: KeyedCertificate;
  a: { keyed: KeyedCertificate; signer: Signer };
  b: { keyed: KeyedCertificate; signer: Signer };
  trust: Trust;
}

/** A factory and a dealer with certificates of one authority. */
export async function twoParties(): Promise<TwoParties> {
  const root = await makeAuthority({ name: '测试认证根', organisation: '杭州晨光卫浴有限公司' }, years(-1), years(10));
  const party = async (name: string) => {
    const keyed = await issueCertificate(root, { name, organisation: name }, years(-1), years(2));
    return { keyed, signer: await signerOf(keyed, [root.certificate]) };
  };
  return {
    root,
    a: await party('杭州晨光卫浴有限公司'),
    b: await party('苏州鼎盛建材贸易有限公司'),
    trust: { roots: [root.certificate], revokedAt: async () => null },
  };
}

export async function unsignedPaper(): Promise<Uint8Array> {
  const { bytes, boxes } = await renderPaper(
    {
      title: '赊销授信协议',
      blocks: [
        { kind: 'text', text: '甲方授予乙方赊销额度人民币伍拾万元整（¥500,000.00）。' },
        { kind: 'newPage' },
        {
          kind: 'signing',
          parties: [
            { role: '甲方（盖章）', name: '杭州晨光卫浴有限公司', lines: ['日期：'], field: 'seal-1' },
            { role: '乙方（盖章）', name: '苏州鼎盛建材贸易有限公司', lines: ['日期：'], field: 'seal-2' },
          ],
        },
      ],
    },
    '协议',
    signingDay,
  );
  return prepareForSigning(bytes, boxes, [roundSeal('杭州晨光卫浴有限公司', '合同专用章')]);
}

export const signAs = (bytes: Uint8Array, { signer }: { signer: Signer }, field: string, name: string, now = signingDay): Promise<Uint8Array> =>
  signRevision(bytes, { field, signer, art: roundSeal(name, '合同专用章', '3301100012345'), reason: '签订协议', now });
