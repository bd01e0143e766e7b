import { constants, createHmac, createPrivateKey, privateEncrypt } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { config } from '~/server/config.server';
import { issueCertificate, type KeyedCertificate, makeAuthority } from '~/server/pdf/certificates.server';

const SECRET = 'provider-secret';
/** What the provider does with the next request, before it answers as its contract says. */
export type Fault = 'DOWN' | 'REFUSE' | 'GARBAGE' | 'WRONG_VALUE' | 'WRONG_NAME' | 'SILENT';
/** What stands before the digest in a signature of RSA with SHA-256. */
const SHA256_PREFIX = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** A provider that speaks docs/certificate-provider.md: it keeps the keys and signs digests. */
export async function certificateProvider(now: Date) {
  const year = 365 * 86_400_000;
  const root = await makeAuthority({ name: '持牌认证机构根' }, new Date(now.getTime() - year), new Date(now.getTime() + 9 * year));
  const given = new Map<string, { ref: string; keyed: KeyedCertificate }>();
  const asked: string[] = [];
  const faults: Fault[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const path = request.url ?? '/';
    const send = (status: number, json: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const right = createHmac('sha256', SECRET).update(`${request.headers['x-timestamp']}.${request.method}.${path}.${body}`).digest('hex');
    if (right !== request.headers['x-signature'] || request.headers['x-app-id'] !== 'app') return void send(401, { message: '签名不正确' });
    const input = JSON.parse(body) as Record<string, string>;
    asked.push(`${path} ${input['requestNo']}`);
    // Some are of one kind of request only, and wait for it.
    const only = { WRONG_NAME: '/certificates', WRONG_VALUE: '/signatures' }[faults[0] as 'WRONG_NAME'];
    const fault = only && only !== path ? undefined : faults.shift();
    if (fault === 'DOWN') return void send(503, { message: '系统维护' });
    if (fault === 'REFUSE') return void send(200, { code: '1', message: '企业未完成实名' });
    if (fault === 'GARBAGE') return void response.end('<html>ok</html>');
    if (fault === 'SILENT') return;
    if (path === '/certificates') {
      const name = fault === 'WRONG_NAME' ? '另一家公司' : (input['name'] as string);
      const known = given.get(input['requestNo'] as string) ?? {
        ref: `C${given.size + 1}`,
        keyed: await issueCertificate(root, { name }, new Date(now.getTime() - 86_400_000), new Date(now.getTime() + year)),
      };
      given.set(input['requestNo'] as string, known);
      const chain = [Buffer.from(root.certificate).toString('base64')];
      return void send(200, { code: '0', data: { certificateId: known.ref, certificate: Buffer.from(known.keyed.certificate).toString('base64'), chain } });
    }
    const one = [...given.values()].find(({ ref }) => ref === input['certificateId']);
    if (!one) return void send(404, { message: '没有该证书' });
    const digest = Buffer.from(input['digest'] as string, 'base64');
    if (fault === 'WRONG_VALUE') digest.fill(7);
    const key = createPrivateKey({ key: Buffer.from(one.keyed.key), format: 'der', type: 'pkcs8' });
    const signature = privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([SHA256_PREFIX, digest]));
    send(200, { code: '0', data: { signature: signature.toString('base64') } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const ca = join(mkdtempSync(join(tmpdir(), 'provider-')), 'root.pem');
  writeFileSync(ca, `-----BEGIN CERTIFICATE-----\n${Buffer.from(root.certificate).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`);
  return {
    asked,
    faults,
    use: () => {
      for (const list of [asked, faults]) list.splice(0);
      given.clear();
      Object.assign(config(), {
        CERT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        CERT_APP_ID: 'app',
        CERT_SECRET: SECRET,
        CERT_CA: ca,
        CERT_INSIDE: true,
        CERT_TIMEOUT_MS: 3000,
      });
    },
    leave: () => Object.assign(config(), { CERT_URL: undefined, CERT_CA: undefined }),
  };
}
