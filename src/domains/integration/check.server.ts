import { createHash, createHmac } from 'node:crypto';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { secretUse } from '~/server/programs/programMe.server';
import { digestOf, type Signed, SKEW_SECONDS, sameSignature, signatureOf, sortedQuery, textToSign } from '~/server/programs/signature';
import { unseal } from '~/server/secrets.server';
import { shanghaiTime } from '~/shared/dates';
import { refuseField } from '~/shared/refusal';
import type { CheckInput } from './check.schema';

const partNames = ['请求方法', '路径', '排序后的参数', '内容的SHA-256', '时间（秒）', '随机串'] as const;

/**
 * Which part of a signature differs. It shows what is signed, never a signature: whoever asks may know the request without the secret.
 * Where the program's own text is not given, the usual mistakes are tried against the signature.
 */
export async function checkSignature(tx: Tx, me: Me, input: CheckInput, now: Date) {
  const app = await tx.selectFrom('open_app').selectAll().where('tenant_id', '=', me.tenantId).where('app_key', '=', input.appKey).executeTakeFirst();
  if (!app) return refuseField('appKey', '本企业没有这个AppKey的应用，请在第三方应用中核对');
  const signed = signedOf(input);
  const right = textToSign(signed).split('\n');
  const given = input.signedText ? input.signedText.replaceAll('\r\n', '\n').split('\n') : null;
  const parts = partNames.map((name, at) => ({
    name,
    right: right[at] ?? '',
    given: given ? (given[at] ?? '') : null,
    same: given === null || given[at] === right[at],
  }));
  const secret = unseal(secretUse(me.tenantId), app.secret);
  const findings: string[] = [];
  const ok = sameSignature(signatureOf(secret, right.join('\n')), input.signatureHex);
  if (!ok) findings.push(...differences(parts, given), ...mistakes(secret, signed, input.signatureHex, app.app_key));
  if (!ok && app.old_secret && signatureOf(unseal(secretUse(me.tenantId), app.old_secret), right.join('\n')) === input.signatureHex)
    findings.unshift(
      `签名用的是旧密钥${app.old_until && app.old_until > now ? `，${shanghaiTime(app.old_until)}前仍可使用，请尽快更换` : '，已失效，请换用新密钥'}`,
    );
  if (!ok && findings.length === 0) findings.push(`六个部分都一致时，请核对密钥：当前密钥的尾号为${app.secret_tail}，签名应为HMAC-SHA256的64位小写十六进制`);
  findings.push(...(await timing(tx, me, app.id, input, now)));
  return { ok: ok && findings.length === 0, parts, findings };
}

function signedOf({ method, url, body, timestamp, nonce }: CheckInput): Signed {
  if (!URL.canParse(url, 'http://portal')) refuseField('url', '请求地址格式不正确，请填写如 /web/saas-ofc/org/order/page 的路径或完整网址');
  const { pathname, search } = new URL(url, 'http://portal');
  return { method, path: pathname, query: search.slice(1), body: Buffer.from(method === 'GET' ? '' : body), timestamp, nonce };
}

const differences = (parts: readonly { name: string; right: string; given: string | null; same: boolean }[], given: readonly string[] | null): string[] => [
  ...parts.filter((one) => !one.same).map((one) => `“${one.name}”不一致：服务器为“${one.right}”，您的为“${one.given}”`),
  ...(given && given.length !== parts.length ? [`待签名内容应为${parts.length}行，您的为${given.length}行（最后一行后面没有换行）`] : []),
];

/** Each usual mistake, made on purpose: the one that gives the program's signature is the one it made. */
function mistakes(secret: string, signed: Signed, signature: string, appKey: string): string[] {
  const lines = textToSign(signed).split('\n');
  const put = (at: number, value: string): string => lines.map((line, index) => (index === at ? value : line)).join('\n');
  const text = lines.join('\n');
  const body = Buffer.from(signed.body).toString('utf8');
  const tried: [string, string][] = [
    ['签名时路径没有以 /web 开头', put(1, signed.path.replace(/^\/web/, ''))],
    ['签名时路径后带了参数，参数应在第三行', put(1, `${signed.path}?${signed.query}`)],
    ['签名时参数没有排序或编码方式不同', put(2, signed.query)],
    ['签名时没有包含地址中的参数', put(2, '')],
    ['签名时参数没有编码', put(2, decodeURIComponent(sortedQuery(signed.query)))],
    ['签名时请求方法用了小写', put(0, signed.method.toLowerCase())],
    ['签名时内容按空内容计算', put(3, digestOf(Buffer.from('')))],
    ['签名时直接放了内容，应放内容的SHA-256', put(3, body)],
    ['内容的SHA-256用了大写或base64，应为小写十六进制', put(3, digestOf(signed.body).toUpperCase())],
    ['内容的SHA-256用了大写或base64，应为小写十六进制', put(3, createHash('sha256').update(signed.body).digest('base64'))],
    ['签名的内容与发送的内容空格或换行不同（请对实际发出的字节签名）', put(3, digestOf(Buffer.from(compact(body))))],
    ['待签名内容最后多了一个换行', `${text}\n`],
    ['各行之间用了\\r\\n，应为\\n', lines.join('\r\n')],
    ['各行之间没有换行', lines.join('')],
  ];
  const found = tried.find(([, one]) => one !== text && signatureOf(secret, one) === signature.toLowerCase());
  if (found) return [found[0]];
  const hmac = createHmac('sha256', secret).update(text);
  if (signatureOf(secret, text) === signature.toLowerCase()) return ['签名应为小写十六进制'];
  if (hmac.digest('base64') === signature) return ['签名用了base64，应为小写十六进制'];
  if (signatureOf(appKey, text) === signature) return ['签名用了AppKey作为密钥，应使用AppSecret'];
  if (createHash('sha256').update(text).digest('hex') === signature) return ['签名用了普通SHA-256，应为以AppSecret为密钥的HMAC-SHA256'];
  return [];
}

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body.trim();
  }
}

async function timing(tx: Tx, me: Me, appId: string, { timestamp, nonce }: CheckInput, now: Date): Promise<string[]> {
  const found: string[] = [];
  const seconds = Math.floor(now.getTime() / 1000);
  if (/^\d{13}$/.test(timestamp)) found.push('X-Timestamp用了毫秒，应为10位的秒');
  else if (!/^\d{10}$/.test(timestamp)) found.push('X-Timestamp应为10位的Unix时间（秒）');
  else if (Math.abs(Number(timestamp) - seconds) > SKEW_SECONDS)
    found.push(`请求时间与服务器相差${Math.abs(Number(timestamp) - seconds)}秒，超过${SKEW_SECONDS}秒会被拒绝；服务器时间为${shanghaiTime(now)}（${seconds}）`);
  if (!/^[\w-]{16,64}$/.test(nonce)) found.push('X-Nonce应为16到64位字母、数字、- 或 _');
  const used = await tx
    .selectFrom('open_nonce')
    .select('at')
    .where('tenant_id', '=', me.tenantId)
    .where('app_id', '=', appId)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  if (used) found.push(`该X-Nonce已于${shanghaiTime(used.at)}用过，再次发送会作为重复请求被拒绝`);
  return found;
}
