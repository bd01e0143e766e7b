import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { linkList } from '../calls';
import { choices, linkKinds } from '../directory';

const LinkDialog = late(() => import('./LinkDialog'));
type Row = AnswerOf<typeof linkList>['pagedRecords'][number];
const tones = { AUTO: 'neutral', LINK: 'brand', IGNORE: 'warn' } as const;

/** Which department or account here stands for which at DingTalk. */
export default function LinkList({ first, query }: { first: AnswerOf<typeof linkList>; query: Record<string, string> }) {
  const [editing, setEditing] = useState<{ row: Row; list: ListHandle<Row> } | null>(null);
  return (
    <>
      <ListPage<Row>
        title="对应关系"
        source={{ id: 'directory/links', first, query: { kind: 'MEMBER', ...query }, load: (asked) => call(linkList, asked) }}
        tabs={{ key: 'kind', items: [...optionsOf(linkKinds)].reverse() }}
        filters={[
          { kind: 'text', key: 'name', label: '钉钉名称', hint: '或完整的钉钉编号' },
          { kind: 'select', key: 'choice', label: '处理方式', options: optionsOf(choices) },
        ]}
        columns={[
          { key: 'name', title: '钉钉名称', fixed: true, always: true, sortable: true },
          { key: 'externalId', title: '钉钉编号', cell: (row) => <code className="text-sm">{row.externalId}</code> },
          { key: 'localName', title: '本系统', cell: (row) => row.localName || '- -' },
          { key: 'choice', title: '处理方式', cell: (row) => <Tag tone={tones[row.choice]}>{choices[row.choice]}</Tag> },
          { key: 'present', title: '钉钉中', cell: (row) => (row.present ? '在' : '已不在') },
          { key: 'updatedAt', title: '更新时间', kind: 'minute', sortable: true },
        ]}
        rowActions={(row, list) => [{ label: '修改', onPress: () => setEditing({ row, list }) }]}
      />
      {editing && (
        <LinkDialog
          link={editing.row}
          onClose={() => setEditing(null)}
          onSaved={() => {
            toast('已记下，下次同步时生效', 'ok');
            editing.list.reload();
          }}
        />
      )}
    </>
  );
}
