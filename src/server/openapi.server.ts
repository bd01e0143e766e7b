import { z } from 'zod';
import { productName } from '~/portal/brand';
import { openness } from '~/portal/programs';
import { type Access, type Endpoint, fieldInPath } from '~/shared/endpoint';
import { IDEMPOTENCY_KEY } from './context.server';
import { rowsOf } from './hiddenQuery.server';
import { servedCalls } from './serve.server';

const whoMay = (access: Access): string => {
  if (access.kind === 'anyone') return '无需登录';
  if (access.kind === 'person') return '登录用户';
  if (access.kind === 'dealer') return '经销商';
  const codes = access.codes.length ? `持有以下任一权限：${access.codes.join('、')}` : '厂家成员';
  return access.kind === 'both' ? `经销商，或厂家成员（${codes}）` : codes;
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
};

/** How programs sign; the page of the document shows it first. Examples that run stand in public/open-platform. */
const signingGuide = `第三方应用调用：每次请求带请求头 X-App-Key、X-Timestamp（10位Unix秒，与服务器相差不超过300秒）、X-Nonce（16到64位字母、数字、-或_，每次不同）、X-Signature。
待签名内容共六行，以\\n连接：①请求方法（大写）②路径（含/web，与地址中相同）③参数：解码后按RFC 3986重新编码为name=value，按字节排序，以&连接，没有则为空④请求内容的SHA-256（小写十六进制，无内容按空内容）⑤X-Timestamp⑥X-Nonce。
X-Signature = 以AppSecret为密钥的HMAC-SHA256(待签名内容)，64位小写十六进制。签名调用POST /web/saas-boss/app/token可换取2小时有效的令牌，以Authorization: Bearer使用。
拒绝码：370001签名不正确，370002时钟偏差（data.serverTime为服务器时间），370003重复请求，370004应用停用、注销或过期，370005来源IP不在白名单，370006超过调用上限，370007令牌无效，370008接口未授权。
事件推送：请求头X-Webhook-Id（事件编号，重复推送不变）、X-Webhook-Event、X-Webhook-Timestamp、X-Webhook-Signature = HMAC-SHA256(推送密钥, 时间 + "." + 原始内容)；在8秒内以2xx应答，否则按10秒、1分钟、5分钟、30分钟、2小时、6小时、12小时、24小时重试。`;

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'portal_session' },
  appSignature: { type: 'apiKey', in: 'header', name: 'X-App-Key', description: '第三方应用签名，另需 X-Timestamp、X-Nonce、X-Signature' },
  appToken: { type: 'http', scheme: 'bearer', description: '第三方应用的访问令牌' },
};

let document: unknown;

/** OpenAPI 3.1, from the calls themselves. Both sides of a schema are its wire form: what JSON carries. */
export function openApiDocument(): unknown {
  document ??= {
    openapi: '3.1.0',
    info: {
      title: `${productName}接口`,
      version: '1.0.0',
      description:
        '所有接口返回 {code, data, message}；code 为 "0" 表示成功。金额单位为元，以字符串传输。写操作可带 Idempotency-Key 请求头，同一标识只生效一次。列表只接受所列的筛选条件、取值和排序字段，其余一律拒绝（100000006），拒绝时说明可用的取值；空值表示不筛选。\n\n' +
        signingGuide,
    },
    servers: [{ url: '/web' }],
    components: { securitySchemes },
    security: [{ session: [] }],
    paths: Object.fromEntries(
      servedCalls()
        .sort((a, b) => a.endpoint.path.localeCompare(b.endpoint.path))
        .map(({ endpoint, file }) => [endpoint.path, { [endpoint.method.toLowerCase()]: operationOf(endpoint, file) }]),
    ),
  };
  return document;
}

function operationOf(endpoint: Endpoint, file: boolean) {
  const input: Record<string, unknown> = { ...schemaOf(endpoint.input, 'input'), ...(rowsOf(endpoint.answer) ? { additionalProperties: false } : {}) };
  const mime = endpoint.options.body === 'form' ? 'multipart/form-data' : 'application/json';
  const properties = (input['properties'] ?? {}) as Record<string, unknown>;
  const required = new Set((input['required'] ?? []) as string[]);
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => (letter ?? '').toUpperCase())}`,
    summary: endpoint.options.title,
    description: whoMay(endpoint.access),
    tags: [endpoint.path.split('/').slice(1, 3).join('/')],
    ...(endpoint.access.kind === 'anyone'
      ? { security: [] }
      : { security: openness(endpoint) === 'never' ? [{ session: [] }] : [{ session: [] }, { appSignature: [] }, { appToken: [] }] }),
    ...(endpoint.method === 'GET'
      ? {
          parameters: Object.entries(properties).map(([name, schema]) =>
            name === fieldInPath(endpoint) ? { name, in: 'path', required: true, schema } : { name, in: 'query', required: required.has(name), schema },
          ),
        }
      : {
          parameters: endpoint.options.reads
            ? []
            : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source } }],
          requestBody: { required: true, content: { [mime]: { schema: input } } },
        }),
    responses: {
      200: file
        ? { description: '文件内容', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
        : {
            description: '统一返回结构',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['code'],
                  properties: { code: { type: 'string' }, data: schemaOf(endpoint.answer, 'input'), message: { type: 'string' }, detail: { type: 'string' } },
                },
              },
            },
          },
    },
  };
}
