// 第三方应用调用接口（Node 18 或更新，无需安装依赖）。也可直接运行：
//   PORTAL=https://portal.example.com APP_KEY=… APP_SECRET=… node call.mjs POST /web/saas-ofc/org/order/page '{"pageNo":1}'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const written = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** 待签名内容共六行：方法、路径、排序后的参数、内容的SHA-256、时间（秒）、随机串。 */
export function sign({ appKey, secret, method, url, body = '', timestamp = Math.floor(Date.now() / 1000), nonce = randomBytes(16).toString('hex') }) {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) => `${written(name)}=${written(value)}`).sort().join('&');
  const digest = createHash('sha256').update(body).digest('hex');
  const text = [method.toUpperCase(), pathname, query, digest, timestamp, nonce].join('\n');
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  return { 'X-App-Key': appKey, 'X-Timestamp': String(timestamp), 'X-Nonce': nonce, 'X-Signature': signature };
}

/** 修改类接口请带 Idempotency-Key：同一笔业务重试时用同一个值，只会生效一次。 */
export async function call(app, method, path, input, idempotencyKey) {
  const url = app.portal + path;
  const body = method === 'GET' ? '' : JSON.stringify(input ?? {});
  const headers = { ...sign({ ...app, method, url, body }), 'Content-Type': 'application/json' };
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const answer = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
  return answer.json();
}

/** 校验收到的推送：body 为原始内容，超过5分钟的不予接受；同一 X-Webhook-Id 只处理一次。 */
export function isFromPortal(secret, headers, body) {
  const time = headers['x-webhook-timestamp'];
  const right = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  const given = Buffer.from(headers['x-webhook-signature'] ?? '', 'hex');
  return given.length === right.length && timingSafeEqual(given, right) && Math.abs(Date.now() / 1000 - Number(time)) < 300;
}

if (process.argv[1]?.endsWith('call.mjs')) {
  const { PORTAL, APP_KEY, APP_SECRET, IDEMPOTENCY_KEY } = process.env;
  const [method, path, input] = process.argv.slice(2);
  const answer = await call({ portal: PORTAL, appKey: APP_KEY, secret: APP_SECRET }, method, path, input ? JSON.parse(input) : undefined, IDEMPOTENCY_KEY);
  console.log(JSON.stringify(answer));
}
