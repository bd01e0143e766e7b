import { servedCalls } from '~/server/serve.server';
import { refusalCodes } from '~/shared/refusal';

const whoMay = { anyone: '无需登录', person: '登录用户', factory: '厂家成员', dealer: '经销商', both: '厂家成员或经销商' } as const;

/** Every call a program may make, and every code an answer may carry. */
export function developerGuide() {
  const calls = servedCalls()
    .map(({ endpoint, file }) => ({
      method: endpoint.method,
      path: `/web${endpoint.path}`,
      title: endpoint.options.title,
      who: whoMay[endpoint.access.kind],
      codes: 'codes' in endpoint.access ? [...endpoint.access.codes] : [],
      changes: endpoint.options.reads !== true,
      file,
    }))
    .sort((a, b) => a.path.localeCompare(b.path));
  return { calls, codes: Object.entries(refusalCodes).map(([reason, code]) => ({ code, reason })) };
}
