import { call } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { ListPage } from '~/ui/list/ListPage';
import { statementOpening } from '../calls';
import type { StatementLine } from '../statement.schema';
import { DocumentLink } from './LineTable';

/** What the opening is made of: every posting before the period. */
export default function OpeningDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="期初的构成" width="xl">
      <ListPage<StatementLine>
        title="账期开始前的业务"
        source={{ id: 'statement/opening', local: true, query: {}, load: (query) => call(statementOpening, { ...query, id } as never) }}
        columns={[
          { key: 'bizDate', title: '日期', kind: 'date', fixed: true },
          { key: 'kindName', title: '类型' },
          { key: 'bizNo', title: '单号', cell: (row) => <DocumentLink row={row} mine={false} /> },
          { key: 'debit', title: '增加(元)', kind: 'money' },
          { key: 'credit', title: '减少(元)', kind: 'money' },
          { key: 'memo', title: '摘要', width: 200 },
        ]}
      />
    </Dialog>
  );
}
