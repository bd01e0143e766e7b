import { exportAction } from '~/domains/batch/pickers/exportAction';
import { PostingLink } from '~/domains/finance/pickers/PostingLink';
import type { Page } from '~/shared/page';
import { optionsOf } from '~/ui/kit/options';
import type { Actions } from '~/ui/kit/types';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { disputeStates, sides } from '../statement';
import type { StatementLine } from '../statement.schema';

const tones = { OPEN: 'danger', CORRECTING: 'warn', CORRECTED: 'ok', EXPLAINED: 'ok', TAKEN_BACK: 'neutral' } as const;

interface Props {
  statementId: string;
  first: Page<StatementLine>;
  load: (query: Record<string, string>) => Promise<Page<StatementLine>>;
  /** The dealer's pages and words. */
  mine?: boolean;
  /** Bound to a side when somebody follows the figure above. */
  query?: Record<string, string>;
  rowActions?: (row: StatementLine) => Actions;
}

/** The lines as they stand in the statement, each with the document behind it. */
export function LineTable({ statementId, first, load, mine = false, query = {}, rowActions }: Props) {
  return (
    <ListPage<StatementLine>
      title="对账明细"
      source={{
        id: mine ? 'statement/myLines' : 'statement/lines',
        local: true,
        first,
        query,
        load: (q) => load({ ...(q as Record<string, string>), id: statementId }),
      }}
      filters={[
        { kind: 'text', key: 'bizNo', label: '单号或摘要' },
        { kind: 'select', key: 'side', label: '方向', options: optionsOf(sides) },
        { kind: 'bool', key: 'disputed', label: '有异议' },
      ]}
      columns={[
        { key: 'seq', title: '行', align: 'right', fixed: true },
        { key: 'bizDate', title: '日期', kind: 'date' },
        { key: 'bizNo', title: '单号', cell: (row) => <PostingLink row={row} mine={mine} /> },
        { key: 'debit', title: '增加(元)', kind: 'money', sortable: true },
        { key: 'credit', title: '减少(元)', kind: 'money', sortable: true },
        { key: 'balance', title: '余额(元)', kind: 'money' },
        { key: 'kindName', title: '类型' },
        { key: 'memo', title: '摘要', width: 200 },
        {
          key: 'dispute',
          title: '异议',
          cell: (row) => (row.dispute ? <StatusTag status={row.dispute} names={disputeStates} tones={tones} /> : '- -'),
        },
      ]}
      buttons={(list) => [exportAction('statement-line', { ...list, query: { ...list.query, id: statementId } })]}
      {...(rowActions ? { rowActions } : {})}
    />
  );
}
