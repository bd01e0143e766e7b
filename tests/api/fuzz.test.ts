import { beforeAll, describe, expect, it } from 'vitest';
import { servedCalls } from '~/server/serve.server';
import '~/server/web.server';
import { SESSION_INVALID } from '~/shared/refusal';
import { type Envelope, makeDealer, makeMember, makeTenant, type Person, send, TENANT_A } from '../support/app';
import { testDatabase } from '../support/database';
import { bodyOf, plausible, sendBody, shapeOf } from './requests';

let admin: Person;
let dealer: Person;

beforeAll(async () => {
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  dealer = await makeDealer(TENANT_A, '某经销商');
});

const endpoints = servedCalls().map(({ endpoint }) => endpoint);
const stranger = '0190a0a0-0000-7000-8000-00000000dead';

const hostile: unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'a'.repeat(100_000),
  "'; drop table sales_order; --",
  '卷\u0000材\udc00',
  '<script>',
  [],
  {},
  [[[[]]]],
  stranger,
  '9'.repeat(40),
  '1e999',
  '2026-13-45',
  '%',
  '\\',
  '\ud800 \udc00',
  '9999999999999999999999.99',
  '-9999999999999999999999.99',
  '0000-00-00T00:00:00.000Z',
  '9999-12-31',
  'NaN',
  '\u202e\u200b',
  Number.MAX_SAFE_INTEGER,
  -1e308,
  nested(2000),
  { toString: 1, constructor: null, length: -1 },
];
const raw = [
  '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
  '{"":{"":""}}',
  '[[],{}]',
  '{"id":1e999}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
];

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { value };
  return value;
}

/** Every sentence of a refusal: the one above the form and those beside its fields. */
const sentencesOf = ({ code, message, data }: Envelope): string[] =>
  code === '' || code === '0' ? [] : [message, ...Object.values<string>(data?.fields ?? {})];

/** What sentences may say in Latin letters: terms of the trade, names of fields at others, and values a caller writes as they stand. */
const literals = new Set(
  [
    'PDF SKU LPR xlsx csv AppKey AppSecret Webhook SEC aaaa',
    'X-Timestamp X-Signature X-Nonce',
    'SUCCESS UNREAD READ MERGE REPLACE INSERT ALL GOOD_ONLY',
  ].flatMap((line) => line.split(' ')),
);

/** Chinese words; Latin ones are literals, or stand in what quotes what was sent or in an address. */
function isChinese(sentence: string): boolean {
  const own = sentence.replace(/“[^”]*”|（当前值：.*|https:\/\/[\w./?=&-]*/gs, '');
  const latin = (own.match(/[A-Za-z][\w-]*/g) ?? []).filter((word) => /[A-Za-z].*[A-Za-z].*[A-Za-z]/.test(word));
  return /\p{Script=Han}/u.test(own) && latin.every((word) => literals.has(word));
}

it.each([
  ['请填写收货人', true],
  ['应为 string', false],
  ['请选择要验证的PDF文件', true],
  ['时间应如2026-12-31 18:00:00', true],
  ['名称“some name”已存在', true],
  ['Invalid input', false],
  ['请粘贴地址，形如 https://oapi.dingtalk.com/robot/send?access_token=…', true],
  ['消息状态只能是 SUCCESS（未读）、UNREAD（未读）或 READ（已读）', true],
])('%s: Chinese is %s', (sentence, told) => {
  expect(isChinese(sentence)).toBe(told);
});

/** What is no object at all is turned away before any call sees it: each call is sent a quarter of them, each of them to a quarter of the calls. */
const SHARES = 4;
const wholeBodies = (at: number): unknown[] => hostile.filter((_, index) => index % SHARES === at % SHARES);

describe('no input breaks a call', () => {
  it.each(endpoints.map((endpoint, at) => ({ ...endpoint, endpoint, at })))(
    '$method $path',
    async ({ endpoint, at }) => {
      const shape = shapeOf(endpoint);
      const person = endpoint.path.startsWith('/partner/user/')
        ? await makeMember(TENANT_A, '临时', 'admin')
        : endpoint.access.kind === 'dealer'
          ? dealer
          : admin;
      const bodies: unknown[] = [...wholeBodies(at), ...hostile.map((value) => bodyOf(shape, () => value)), bodyOf(shape, plausible(stranger))];
      for (const body of [...bodies, ...raw]) {
        const answer = await (raw.includes(body as string) && endpoint.method === 'POST' && endpoint.options.body !== 'form'
          ? send('POST', endpoint.path, body, person)
          : sendBody(endpoint, body, person));
        expect(answer.status, `${JSON.stringify(body).slice(0, 200)} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
        expect(endpoint.access.kind === 'anyone' || answer.code !== SESSION_INVALID || person.me.name === '临时').toBe(true);
        expect(answer.text).not.toMatch(/at .*\.(ts|js):\d+|node_modules|syntax error|violates/);
        for (const sentence of sentencesOf(answer)) expect(sentence, `${JSON.stringify(body).slice(0, 200)}`).toSatisfy(isChinese);
      }
    },
    60_000,
  );

  it('answers broken JSON, an unknown call and a foreign origin with a sentence', async () => {
    expect((await send('POST', '/partner/user/profile/nothing', '{', admin)).status).toBe(404);
    const broken = await send('POST', '/saas-ofc/org/order/page', '{"a":', admin);
    expect(broken.message).toBe('提交内容不是有效的JSON');
    const foreign = await send('POST', '/partner/user/logout', {}, admin, { origin: 'https://evil.example', host: 'portal.example' });
    expect(foreign.status).toBe(403);
  });
});
