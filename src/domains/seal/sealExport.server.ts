import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { CONTRACT_SEAL } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineExport } from '~/server/export.server';
import { pageFrom } from '~/server/list.server';
import { contractKinds } from '~/shared/contractKinds';
import { shanghaiDate } from '~/shared/dates';
import type { PageQuery } from '~/shared/page.schema';
import { authState, authStates, type SealKind, sealKinds } from './seal';
import { AuthQuery } from './seal.schema';

/** 用印授权台账: who could use which seal, since when, and who took it back. */
async function authRows(tx: Tx, me: Me, query: PageQuery, now: Date) {
  const rows = tx
    .selectFrom('ct_seal_auth as a')
    .innerJoin('ct_seal as s', (on) => on.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.seal_id'))
    .select(['a.id', 's.kind', 's.name', 's.number', 'a.person', 'a.reason', 'a.silent', 'a.kinds', 'a.most', 'a.given_by as givenBy'])
    .select(['a.created_at as createdAt', 'a.revoked_at as revokedAt', 'a.revoked_by as revokedBy'])
    .select([sql<string>`a.from_day::text`.as('from'), sql<string>`a.to_day::text`.as('to')])
    .where('a.tenant_id', '=', me.tenantId);
  const page = await pageFrom(tx, rows, query, { sort: { createdAt: 'a.created_at' }, initial: [['a.created_at', 'desc']], tiebreak: 'a.id' });
  const day = shanghaiDate(now);
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, state: authState({ ...row, revoked: row.revokedAt !== null }, day) })) };
}

export const sealExport = defineExport({
  type: 'seal-auth',
  title: '用印授权',
  permission: CONTRACT_SEAL,
  query: AuthQuery,
  rows: authRows,
  columns: [
    { key: 'kind', title: '印章类型', value: (row) => sealKinds[row.kind as SealKind] },
    { key: 'name', title: '印章名称', width: 32 },
    { key: 'number', title: '备案编号' },
    { key: 'person', title: '使用人' },
    { key: 'from', title: '授权开始', kind: 'date' },
    { key: 'to', title: '授权截止', kind: 'date' },
    { key: 'state', title: '状态', value: (row) => authStates[row.state] },
    { key: 'silent', title: '签署方式', value: (row) => (row.silent ? '静默签署' : '本人逐次签署') },
    { key: 'kinds', title: '合同类型', value: (row) => row.kinds.map((one) => contractKinds[one as 'SALES']).join('、') || '全部' },
    { key: 'most', title: '单份上限(元)', kind: 'yuan' },
    { key: 'reason', title: '事由', width: 32 },
    { key: 'givenBy', title: '授权人' },
    { key: 'createdAt', title: '授权时间', kind: 'time' },
    { key: 'revokedBy', title: '收回人' },
    { key: 'revokedAt', title: '收回时间', kind: 'time' },
  ],
});
