import { z } from 'zod';
import { productName } from '~/portal/brand';
import { type Access, type Endpoint, fieldInPath } from '~/shared/endpoint';
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

let document: unknown;

/** OpenAPI 3.1, from the calls themselves. Both sides of a schema are its wire form: what JSON carries. */
export function openApiDocument(): unknown {
  document ??= {
    openapi: '3.1.0',
    info: {
      title: `${productName}接口`,
      version: '1.0.0',
      description:
        '所有接口返回 {code, data, message}；code 为 "0" 表示成功。金额单位为元，以字符串传输。写操作可带 Idempotency-Key 请求头，同一标识只生效一次。',
    },
    servers: [{ url: '/web' }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'portal_session' } } },
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
  const input = schemaOf(endpoint.input, 'input');
  const mime = endpoint.options.body === 'form' ? 'multipart/form-data' : 'application/json';
  const properties = (input['properties'] ?? {}) as Record<string, unknown>;
  const required = new Set((input['required'] ?? []) as string[]);
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => (letter ?? '').toUpperCase())}`,
    summary: endpoint.options.title,
    description: whoMay(endpoint.access),
    tags: [endpoint.path.split('/').slice(1, 3).join('/')],
    ...(endpoint.access.kind === 'anyone' ? { security: [] } : {}),
    ...(endpoint.method === 'GET'
      ? {
          parameters: Object.entries(properties).map(([name, schema]) =>
            name === fieldInPath(endpoint) ? { name, in: 'path', required: true, schema } : { name, in: 'query', required: required.has(name), schema },
          ),
        }
      : {
          parameters: endpoint.options.reads
            ? []
            : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 8, maxLength: 80 } }],
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
