import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { isAnyOf, valuesHolding } from '~/server/search.server';
import { servedCalls } from '~/server/serve.server';
import { instantRange } from '~/shared/dates';
import { NO_PERMISSION, notFound, refusalCodes, SYSTEM_BUSY } from '~/shared/refusal';
import type { AppLogQuery } from './app.schema';

/** Every call of an app, with how long it took and why it was refused. */
export async function listAppCalls(tx: Tx, me: Me, query: AppLogQuery) {
  const app = await tx.selectFrom('open_app').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', query.id).executeTakeFirst();
  if (!app) return notFound('该应用');
  const range = instantRange(query.startTime, query.endTime);
  let rows = tx
    .selectFrom('api_log')
    .select(['id', 'method', 'path', 'code', 'ms', 'address', 'at'])
    .where('tenant_id', '=', me.tenantId)
    .where('app_id', '=', app.id);
  if (query.path) rows = rows.where(isAnyOf('path', await valuesHolding(tx, me, 'api_log', 'path', query.path)));
  if (query.result) rows = rows.where('code', query.result === 'OK' ? '=' : '<>', query.result === 'OK' ? '0' : sql.lit('0'));
  if (range.from) rows = rows.where('at', '>=', range.from);
  if (range.before) rows = rows.where('at', '<', range.before);
  const page = await pageFrom(tx, rows, query, { sort: { at: 'api_log.at' }, initial: [['api_log.at', 'desc']], tiebreak: 'api_log.id' });
  const titles = new Map(servedCalls().map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.options.title]));
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({ ...row, title: titles.get(`${row.method} ${row.path}`) ?? '', reason: reasonOf(row.code) })),
  };
}

const refused: Readonly<Record<string, string>> = {
  [refusalCodes.APP_SIGNATURE]: '签名不正确',
  [refusalCodes.APP_CLOCK]: '时钟偏差',
  [refusalCodes.APP_REPLAY]: '重复请求',
  [refusalCodes.APP_STATE]: '应用已停用、注销或过期',
  [refusalCodes.APP_ADDRESS]: 'IP不在白名单',
  [refusalCodes.APP_QUOTA]: '超过调用上限',
  [refusalCodes.APP_TOKEN]: '令牌无效',
  [refusalCodes.APP_CALL]: '接口未授权',
  [NO_PERMISSION]: '没有权限',
  [SYSTEM_BUSY]: '系统错误',
};
const reasonOf = (code: string): string => (code === '0' ? '' : (refused[code] ?? '业务拒绝'));
