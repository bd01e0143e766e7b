import { createHash, createHmac, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parsePem, type Signer } from '@libpdf/core';
import { config } from '~/server/config.server';
import { askOutside } from '~/server/outgoing/http.server';
import { factsOf } from '~/server/pdf/certificates.server';

/** The port to licensed certificate authorities that keep companies' keys: docs/certificate-provider.md is its contract. */
export interface ProviderCertificate {
  /** The provider's own name of it. */
  ref: string;
  certificate: Uint8Array;
  /** Up to the root, the certificate itself left out. */
  chain: Uint8Array[];
}

export const providerConfigured = (): boolean => config().CERT_URL !== undefined;

/** The authorities of the provider that signatures are verified against (CERT_CA, a PEM file). */
export function providerRoots(): Uint8Array[] {
  const { CERT_CA } = config();
  return CERT_CA
    ? parsePem(readFileSync(CERT_CA, 'utf8'))
        .filter(({ label }) => label === 'CERTIFICATE')
        .map(({ der }) => der)
    : [];
}

/** The company's certificate; asked twice under one number, the provider gives the same. Rejects with a Chinese sentence. */
export async function orderCertificate(asked: { requestNo: string; name: string; uscc: string }, now: Date): Promise<ProviderCertificate> {
  const data = await send('POST', '/certificates', JSON.stringify(asked));
  const ref = textOf(data['certificateId']);
  const chain = Array.isArray(data['chain']) ? data['chain'] : [];
  try {
    const [certificate, ...rest] = [data['certificate'], ...chain].map((one) => new Uint8Array(Buffer.from(textOf(one, 20_000), 'base64')));
    const facts = factsOf(certificate as Uint8Array);
    const { publicKey } = new X509Certificate(Buffer.from(certificate as Uint8Array));
    if (!ref || publicKey.asymmetricKeyType !== 'rsa') throw new Error('not usable');
    if (facts.subject !== asked.name && facts.organisation !== asked.name)
      throw new ProviderError(`证书服务商返回了“${facts.subject}”的证书，不是“${asked.name}”的`);
    if (facts.notAfter <= now) throw new ProviderError('证书服务商返回的证书已过期');
    return { ref, certificate: certificate as Uint8Array, chain: rest };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('证书服务商返回的证书无法识别', { cause: error });
  }
}

/** Signs with a key that stays with the provider: only the digest of what is signed leaves. */
export const signerAt = ({ ref, certificate, chain }: ProviderCertificate, requestNo: string): Signer => ({
  certificate,
  certificateChain: chain,
  keyType: 'RSA',
  signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
  async sign(data, algorithm) {
    const digest = createHash(algorithm.replace('-', '').toLowerCase()).update(data).digest('base64');
    const answer = await send(
      'POST',
      '/signatures',
      JSON.stringify({ requestNo, certificateId: ref, algorithm: 'RSASSA-PKCS1-v1_5', hash: algorithm, digest }),
    );
    const value = Buffer.from(textOf(answer['signature'], 2000), 'base64');
    if (value.length < 128 || value.length > 1024) throw new ProviderError('证书服务商返回的签名值不完整');
    return new Uint8Array(value);
  },
});

/** Its message is a sentence for people. */
export class ProviderError extends Error {}

async function send(method: 'GET' | 'POST', path: string, text: string): Promise<Record<string, unknown>> {
  const { CERT_URL = '', CERT_APP_ID = '', CERT_SECRET = '', CERT_INSIDE, CERT_TIMEOUT_MS } = config();
  const url = new URL(CERT_URL.replace(/\/$/, '') + path);
  const timestamp = String(Math.floor(Date.now() / 1000));
  let answer: { status: number; json: unknown };
  try {
    answer = await askOutside(url.href, {
      method,
      text,
      headers: {
        'x-app-id': CERT_APP_ID,
        'x-timestamp': timestamp,
        'x-signature': providerSignature(CERT_SECRET, { timestamp, method, path: url.pathname, body: text }),
      },
      allowPrivate: CERT_INSIDE,
      timeoutMs: CERT_TIMEOUT_MS,
    });
  } catch (error) {
    throw new ProviderError(`证书服务商没有应答：${error instanceof Error ? error.message : ''}`);
  }
  const { code, data, message } = (answer.json ?? {}) as { code?: unknown; data?: unknown; message?: unknown };
  const why = textOf(message);
  if (answer.status !== 200) throw new ProviderError(`证书服务商返回 HTTP ${answer.status}${why ? `：${why}` : ''}`);
  if (code !== '0' || typeof data !== 'object' || data === null) throw new ProviderError(`证书服务商没有受理${why ? `：${why}` : '，返回的内容无法识别'}`);
  return data as Record<string, unknown>;
}

export const providerSignature = (secret: string, { timestamp, method, path, body }: Record<'timestamp' | 'method' | 'path' | 'body', string>): string =>
  createHmac('sha256', secret).update(`${timestamp}.${method}.${path}.${body}`).digest('hex');

const textOf = (value: unknown, most = 300): string => (typeof value === 'string' ? value.trim().slice(0, most) : '');
