import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { linkDecide, rowList, type runGet } from '../calls';
import { actions, choices, linkKinds, rowStates } from '../directory';

const LinkDialog = late(() => import('./LinkDialog'));
type Row = AnswerOf<typeof rowList>['pagedRecords'][number];
const tones = { CREATE: 'ok', LINK: 'info', UPDATE: 'info', ENABLE: 'ok', DISABLE: 'danger', MARK: 'neutral', CONFLICT: 'warn' } as const;
const stateTones = { PENDING: 'info', DONE: 'ok', SKIPPED: 'warn', FAILED: 'danger', WAITING: 'warn' } as const;

/** Row by row: who, what, why, and what became of it; conflicts are decided here. */
export function RunRows({ run }: { run: Pick<AnswerOf<typeof runGet>, 'id'> }) {
  const [deciding, setDeciding] = useState<{ row: Row; list: ListHandle<Row> } | null>(null);
  const decide = async (row: Row, choice: 'LINK' | 'IGNORE' | 'AUTO', list: ListHandle<Row>) => {
    await call(linkDecide, { kind: row.kind, externalId: row.externalId, name: row.name, choice, localId: choice === 'LINK' ? row.localId : '' });
    toast('已记下，重新预览后生效', 'ok');
    list.reload();
  };
  return (
    <>
      <ListPage<Row>
        title="逐行变化"
        source={{ id: 'directory/rows', local: true, load: (asked) => call(rowList, { ...asked, id: run.id }) }}
        filters={[
          { kind: 'select', key: 'action', label: '变化', options: optionsOf(actions) },
          { kind: 'select', key: 'kind', label: '类型', options: optionsOf(linkKinds) },
          { kind: 'select', key: 'state', label: '结果', options: optionsOf(rowStates) },
          { kind: 'text', key: 'name', label: '名称' },
        ]}
        columns={[
          { key: 'name', title: '名称', fixed: true, sortable: true, always: true },
          { key: 'action', title: '变化', always: true, cell: (row) => <Tag tone={tones[row.action]}>{actions[row.action]}</Tag> },
          { key: 'kind', title: '类型', cell: (row) => linkKinds[row.kind] },
          { key: 'mobile', title: '手机号', cell: (row) => row.mobile || '- -' },
          { key: 'detail', title: '内容', wrap: true, width: 220, cell: (row) => row.detail || '- -' },
          { key: 'reason', title: '原因', wrap: true, width: 240 },
          { key: 'state', title: '结果', cell: (row) => <StatusTag status={row.state} names={rowStates} tones={stateTones} /> },
          {
            key: 'result',
            title: '说明',
            wrap: true,
            width: 200,
            cell: (row) => [row.choice === 'AUTO' ? '' : `已决定：${choices[row.choice]}`, row.result].filter(Boolean).join('；') || '- -',
          },
        ]}
        rowActions={(row, list) => [
          row.action === 'CONFLICT' &&
            row.kind === 'MEMBER' &&
            row.localId !== '' &&
            row.choice === 'AUTO' && { label: '确认是同一人', onPress: () => decide(row, 'LINK', list) },
          row.action === 'CONFLICT' && { label: '指定对应', onPress: () => setDeciding({ row, list }) },
          row.choice === 'IGNORE'
            ? { label: '恢复同步', onPress: () => decide(row, 'AUTO', list) }
            : { label: '不同步', onPress: () => decide(row, 'IGNORE', list) },
        ]}
      />
      {deciding && (
        <LinkDialog
          link={{ ...deciding.row, localName: '', choice: 'LINK' }}
          onClose={() => setDeciding(null)}
          onSaved={() => {
            toast('已记下，重新预览后生效', 'ok');
            deciding.list.reload();
          }}
        />
      )}
    </>
  );
}
