import type { Approval } from '~/domains/workflow/approval.server';
import { approvalState } from '~/domains/workflow/approvalTask.server';
import { defineTaskCard, MOST_LINES } from '~/domains/workflow/taskCard.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { containing, pageFrom } from '~/server/list.server';
import { startsWith } from '~/server/search.server';
import { notFound } from '~/shared/refusal';
import { priceStrategyChangeApproval } from './approval.server';
import { type ChangedStrategy, type StrategyChangeKind, type StrategyChangeState, strategyChangeKinds } from './strategyChange';
import type { StrategyChangeQuery } from './strategyChange.schema';

const columns = [
  'id',
  'no',
  'kind',
  'status',
  'names',
  'line_count as lineCount',
  'creator',
  'created_at as createdAt',
  'decider',
  'decided_at as decidedAt',
  'version',
] as const;
const shown = <Row extends { kind: string; status: string }>(row: Row) => ({
  ...row,
  kind: row.kind as StrategyChangeKind,
  status: row.status as StrategyChangeState,
});

export async function listStrategyChanges(tx: Tx, me: Me, query: StrategyChangeQuery) {
  let rows = tx.selectFrom('price_strategy_change').select(columns).where('tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(startsWith('no', query.no.toUpperCase()));
  if (query.keyword) rows = rows.where('names', 'ilike', containing(query.keyword));
  if (query.kind) rows = rows.where('kind', '=', query.kind);
  if (query.status) rows = rows.where('status', '=', query.status);
  const page = await pageFrom(tx, rows, query, {
    sort: { no: 'no', createdAt: 'created_at', lineCount: 'line_count' },
    initial: [['created_at', 'desc']],
    tiebreak: 'id',
    neverNull: ['no', 'created_at', 'line_count'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(shown) };
}

export async function strategyChangeDetail(tx: Tx, me: Me, { id }: { id: string }) {
  const row = await tx
    .selectFrom('price_strategy_change')
    .select(columns)
    .select(['opinion', 'created_by', 'lines'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound('该价格策略变更单');
  const { created_by, lines, ...head } = row;
  const mine = created_by === me.accountId;
  const { mayDecide } = await approvalState(tx, me, priceStrategyChangeApproval as Approval, id);
  return { ...shown(head), mine, mayDecide: head.status === 'PENDING' && mayDecide && !mine, strategies: lines as unknown as ChangedStrategy[] };
}

defineTaskCard('priceStrategyChange', async (tx, me, id) => {
  const change = await strategyChangeDetail(tx, me, { id });
  const rows = change.strategies.flatMap((one) => one.changes.map((change) => ({ one, change })));
  return {
    facts: [
      { key: 'kind', label: '变更方式', text: strategyChangeKinds[change.kind], tone: 'strong' },
      { key: 'names', label: '价格策略', text: change.names },
      { key: 'creator', label: '提交人', text: change.creator },
    ],
    tables: [
      {
        title: '变更内容',
        columns: [
          { key: 'strategy', title: '价格策略' },
          { key: 'label', title: '内容' },
          { key: 'before', title: '现在' },
          { key: 'after', title: '通过后' },
        ],
        rows: rows
          .slice(0, MOST_LINES)
          .map(({ one, change: { label, before, after } }) => [
            { text: `${one.no} ${one.name}`.trim() },
            { text: label },
            { text: before || '无' },
            { text: after || '无' },
          ]),
        more: Math.max(0, rows.length - MOST_LINES),
      },
    ],
    warnings: [],
  };
});
