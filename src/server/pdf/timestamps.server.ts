import { randomBytes } from 'node:crypto';
import type { TimestampAuthority } from '@libpdf/core';
import { Integer, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import { refuse } from '~/shared/refusal';
import { type Exchanged, exchange } from '../outgoing/http.server';

const TIMEOUT_MS = 5000;
const ANSWER_LIMIT = 64 * 1024;
const SHA256 = '2.16.840.1.101.3.4.2.1';

/** A time-stamp authority of RFC 3161 over HTTP; rejects with a Chinese sentence when it does not answer, or answers something else. */
export const timestampsFrom = (url: string): TimestampAuthority => ({
  async timestamp(digest, algorithm) {
    if (algorithm !== 'SHA-256') refuse('PDF_STAMP', `时间戳只支持SHA-256，不支持${algorithm}`);
    const nonce = randomBytes(8);
    nonce[0] = (nonce[0] as number) & 0x7f || 1;
    const asked = new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
        hashedMessage: new OctetString({ valueHex: new Uint8Array(digest).buffer }),
      }),
      nonce: new Integer({ valueHex: new Uint8Array(nonce).buffer }),
      certReq: true,
    });
    const answer = TimeStampResp.fromBER(await post(url, new Uint8Array(asked.toSchema().toBER(false))));
    if (Number(answer.status.status) > 1 || !answer.timeStampToken) refuse('PDF_STAMP', `时间戳服务拒绝了请求（状态${answer.status.status}）`);
    const info = TSTInfo.fromBER(new SignedData({ schema: answer.timeStampToken.content }).encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0));
    if (!Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView).equals(digest)) refuse('PDF_STAMP', '时间戳服务的应答不属于本次请求');
    if (info.nonce && BigInt(`0x${Buffer.from(info.nonce.valueBlock.valueHexView).toString('hex')}`) !== BigInt(`0x${nonce.toString('hex')}`))
      refuse('PDF_STAMP', '时间戳服务的应答不属于本次请求');
    return new Uint8Array(answer.timeStampToken.toSchema().toBER(false));
  },
});

async function post(url: string, body: Uint8Array): Promise<ArrayBuffer> {
  let answer: Exchanged;
  try {
    // The operator wrote this address into the environment: it may lie inside the own network.
    answer = await exchange(url, {
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      bytes: body,
      allowPrivate: true,
      timeoutMs: TIMEOUT_MS,
      answerLimit: ANSWER_LIMIT,
    });
  } catch (error) {
    return refuse('PDF_STAMP', `时间戳服务没有应答：${error instanceof Error ? error.message : ''}`);
  }
  if (answer.status !== 200 || !answer.type.includes('timestamp-reply')) refuse('PDF_STAMP', `时间戳服务应答异常（${answer.status}）`);
  return new Uint8Array(answer.bytes).buffer;
}
