import { Tag } from '../kit/Tag';

/** What is switched on or off, looking like every other state. */
export function EnabledTag({ enabled }: { enabled: boolean }) {
  return (
    <Tag dot tone={enabled ? 'ok' : 'neutral'}>
      {enabled ? '启用' : '停用'}
    </Tag>
  );
}
