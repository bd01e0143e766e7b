import { lookup as resolveName } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { storable } from '../storable.server';

const TIMEOUT_MS = 8_000;
const ANSWER_LIMIT = 256 * 1024;

const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Tunnels carry an IPv4 of their own choosing.
  ['2001::', 32],
  ['2002::', 16],
  ['fec0::', 10],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/** Whether an IP address belongs to this machine, its network or no host at all; IPv4 inside IPv6 counts as that IPv4. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isPrivateAddress(mapped);
  const kind = isIP(address);
  return kind === 0 || inside.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves as the system does, and refuses a name any address of which lies inside: what is connected to is what was checked. */
const publicLookup: LookupFunction = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    if (found.length === 0 || found.some(({ address }) => isPrivateAddress(address))) return done(new Error(`地址 ${name} 指向内部网络，已拒绝`), '', 0);
    const [first] = found;
    return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family ?? 4);
  });
};

export interface Outward {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: unknown;
  /** JSON already written, sent as it is. */
  text?: string;
  /** Only for addresses the operator wrote into the environment. */
  allowPrivate?: boolean;
  /** How long and how large an answer may be. */
  timeoutMs?: number;
  answerLimit?: number;
}

/** A JSON request to somebody else's server, bounded as `exchange` is. */
export async function askOutside(url: string, { headers = {}, body, text: written, ...rest }: Outward = {}): Promise<{ status: number; json: unknown }> {
  const text = written ?? (body === undefined ? undefined : JSON.stringify(body));
  const { status, bytes } = await exchange(url, {
    ...rest,
    headers: { accept: 'application/json', ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(text === undefined ? {} : { bytes: Buffer.from(text) }),
  });
  return { status, json: parsed(Buffer.from(bytes).toString('utf8')) };
}

export interface Exchanged {
  status: number;
  /** Of the answer, in lower case. */
  type: string;
  bytes: Uint8Array;
}
/**
 * A request to somebody else's server. Redirects are not followed, answers are limited in size and time, and addresses inside
 * the own network are refused unless allowed. Rejects with a Chinese sentence; a status of 400 and more is an answer, not a rejection.
 */
export function exchange(
  url: string,
  {
    method = 'POST',
    headers = {},
    bytes,
    allowPrivate = false,
    timeoutMs = TIMEOUT_MS,
    answerLimit = ANSWER_LIMIT,
  }: Omit<Outward, 'body' | 'text'> & { bytes?: Uint8Array } = {},
): Promise<Exchanged> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (!/^https?:$/.test(target.protocol)) return Promise.reject(new Error('只支持 http 与 https 地址'));
  if (!allowPrivate && isIP(host) && isPrivateAddress(host)) return Promise.reject(new Error(`地址 ${host} 属于内部网络，已拒绝`));
  const send = target.protocol === 'https:' ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      {
        method,
        headers: { ...(bytes === undefined ? {} : { 'content-length': bytes.length }), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowPrivate ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size > answerLimit) answer.destroy(new Error('对方返回的内容过大'));
          else parts.push(part);
        });
        answer.on('error', (error) => reject(inWords(error, timeoutMs)));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, type: (answer.headers['content-type'] ?? '').toLowerCase(), bytes: Buffer.concat(parts) }),
        );
      },
    );
    request.on('error', (error) => reject(inWords(error, timeoutMs)));
    request.end(bytes);
  });
}

const said: Readonly<Record<string, string>> = {
  ECONNREFUSED: '对方拒绝连接，请确认接收程序已启动、端口正确',
  ECONNRESET: '对方中断了连接',
  EPIPE: '对方中断了连接',
  ETIMEDOUT: '连接超时',
  EHOSTUNREACH: '无法到达对方主机',
  ENETUNREACH: '无法到达对方网络',
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名暂时无法解析',
  CERT_HAS_EXPIRED: '对方的证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方使用了自签名证书',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书链不完整',
  ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书与域名不符',
};

/** Our own sentences are Chinese already; the system's are put into words and stay as the cause. */
function inWords(error: Error & { code?: string }, timeoutMs: number): Error {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return new Error(`对方在${timeoutMs / 1000}秒内没有应答`);
  if (/\p{Script=Han}/u.test(error.message)) return error;
  const { code = '' } = error;
  return new Error(said[code] ?? `连接失败${code ? `（${code}）` : ''}`, { cause: error });
}

function parsed(text: string): unknown {
  try {
    return storable(JSON.parse(text));
  } catch {
    return null;
  }
}
