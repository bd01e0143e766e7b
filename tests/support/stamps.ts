import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parsePem } from '@libpdf/core';

const CONFIG = (folder: string) => `
[tsa]
default_tsa = one
[one]
serial = ${folder}/tsa.serial
signer_cert = ${folder}/tsa.pem
signer_key = ${folder}/tsa.key
certs = ${folder}/tsa.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[req]
distinguished_name = dn
[dn]
[ext]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
`;

/** A time-stamp authority of RFC 3161 on this machine: openssl behind HTTP. `lie` has it answer with the stamp of the first request from then on. */
export async function localStampAuthority(folder: string) {
  const config = join(folder, 'tsa.cnf');
  writeFileSync(config, CONFIG(folder));
  writeFileSync(join(folder, 'tsa.serial'), '01');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const at = (name: string): string => join(folder, name);
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '3650',
    '-subj',
    '/CN=Local TSA',
    '-config',
    config,
    '-extensions',
    'ext',
    '-keyout',
    at('tsa.key'),
    '-out',
    at('tsa.pem'),
  );
  let lying = false;
  let last: Buffer | undefined;
  let stamped = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    writeFileSync(at('asked.tsq'), Buffer.concat(parts));
    if (!lying || !last) {
      openssl('ts', '-reply', '-config', config, '-queryfile', at('asked.tsq'), '-out', at('answer.tsr'));
      last = readFileSync(at('answer.tsr'));
      stamped = Number(execFileSync('date', ['+%s'], { encoding: 'utf8' })) * 1000;
    }
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(last);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const [root] = parsePem(readFileSync(at('tsa.pem'), 'utf8'));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    root: root?.der as Uint8Array,
    now: () => stamped,
    lie: () => {
      lying = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
