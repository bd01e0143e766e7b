import { ActionRow } from '~/ui/kit/Button';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import { DateTime } from '~/ui/values/DateTime';
import { processStates } from '../processConfig';
import type { Process } from './ProcessHome';

interface Props {
  process: Process;
  editHref: string;
  onTurn: () => Promise<void>;
  onCopy: () => void;
  onHistory: () => void;
}

export function ProcessCard({ process, editHref, onTurn, onCopy, onHistory }: Props) {
  const { name, business, status, ver, draft, running, publishedAt, publishedBy, updatedAt, updatedBy } = process;
  const facts = [
    { label: '当前版本', value: ver ? `v${ver}` : '未发布' },
    { label: '审批中', value: `${running}个` },
    { label: '最近发布', value: publishedAt ? <DateTime value={publishedAt} kind="minute" /> : '- -' },
    { label: '发布人', value: publishedBy || '- -' },
  ];
  return (
    <li className="flex flex-col rounded-lg border border-line bg-paper shadow-card">
      <header className="flex items-start gap-2 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-semibold" title={name}>
            <Link href={editHref}>{name}</Link>
          </h2>
          <p className="text-sm text-ink-3">{business}</p>
        </div>
        {draft && <Tag tone="warn">有草稿</Tag>}
        <Tag tone={status === 'ENABLED' ? 'ok' : 'neutral'}>{processStates[status]}</Tag>
      </header>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 px-4 py-3 text-sm">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="px-4 text-xs text-ink-3">
        {updatedBy} 更新于 <DateTime value={updatedAt} kind="minute" />
      </p>
      <footer className="mt-auto px-4 py-3">
        <ActionRow
          size="sm"
          actions={[
            { label: '设计', tone: 'primary', href: editHref },
            { label: '历史与对比', onPress: onHistory },
            { label: '复制', onPress: onCopy },
            {
              label: status === 'ENABLED' ? '停用' : '启用',
              onPress: onTurn,
              disabled: status === 'DISABLED' && !ver,
              ...(ver ? {} : { reason: '发布后才能启用' }),
            },
          ]}
        />
      </footer>
    </li>
  );
}
