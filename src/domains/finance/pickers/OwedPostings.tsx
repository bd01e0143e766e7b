import type { Page } from '~/shared/page';
import { Dialog } from '~/ui/kit/Dialog';
import { ListPage } from '~/ui/list/ListPage';
import type { OwedPosting } from '../owedPosting.schema';
import { PostingLink } from './PostingLink';

interface Props {
  /** Names the list where its columns are remembered. */
  id: string;
  title: string;
  note?: string;
  /** Of the table, for who does not see it. */
  caption: string;
  load: (query: Record<string, string>) => Promise<Page<OwedPosting>>;
  onClose: () => void;
}

/** The postings a figure of what a customer owes is made of, each with its document. */
export default function OwedPostings({ id, title, note, caption, load, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={title} {...(note ? { note } : {})} width="xl">
      <ListPage<OwedPosting>
        title={caption}
        source={{ id, local: true, query: {}, load: (query) => load(query as Record<string, string>) }}
        columns={[
          { key: 'bizDate', title: '日期', kind: 'date', fixed: true },
          { key: 'kindName', title: '类型' },
          { key: 'bizNo', title: '单号', cell: (row) => <PostingLink row={row} /> },
          { key: 'debit', title: '增加(元)', kind: 'money' },
          { key: 'credit', title: '减少(元)', kind: 'money' },
          { key: 'memo', title: '摘要', width: 200 },
        ]}
      />
    </Dialog>
  );
}
