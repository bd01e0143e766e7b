import { useState } from 'react';
import { events } from '~/domains/events';
import type { EventKind } from '~/portal/event';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { templateList, templateRestore } from '../calls';
import { messageTypes } from '../message';
import type { Robot } from '../robot.schema';
import { preview } from '../template';
import type { Template } from '../template.schema';
import { RobotCard } from './RobotCard';
import { TemplateDialog } from './TemplateDialog';

const sideNames = { factory: '厂家', dealer: '经销商' } as const;
type Row = { event: EventKind; template: Template };

/** The wording of every event, as people will read it. */
export default function TemplateList({ first, robots }: { first: { templates: Template[] }; robots: readonly Robot[] }) {
  const [templates, setTemplates] = useState(first.templates);
  const [editing, setEditing] = useState<Row | null>(null);
  const reload = async () => setTemplates((await call(templateList, {})).templates);
  const rows = templates.flatMap((template): Row[] => {
    const event = events.find((one) => one.kind === template.kind);
    return event ? [{ event, template }] : [];
  });
  const restore = async ({ event, template }: Row) => {
    const body = `恢复后的标题：${preview(event, event).title}\n恢复后的内容：${preview(event, event).body}`;
    if (!(await confirm({ title: `恢复“${event.name}”的默认模板？`, body, ok: '恢复' }))) return;
    await call(templateRestore, { kind: event.kind, version: template.version });
    await reload();
    toast('已恢复默认模板', 'ok');
  };
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="各事件的文字"
        note="修改后从下一条消息起生效；各渠道使用同一份文字"
        flush
        actions={[{ label: '返回消息中心', href: '/portal/message/list' }]}
      >
        <DetailTable<Row>
          caption="消息模板"
          rows={rows}
          rowKey={(row) => row.event.kind}
          columns={[
            { key: 'name', title: '事件', fixed: true, width: 180, cell: ({ event }) => event.name },
            { key: 'sides', title: '接收方', cell: ({ event }) => event.sides.map((side) => sideNames[side]).join('、') },
            { key: 'type', title: '类型', cell: ({ event }) => messageTypes[event.type] },
            { key: 'title', title: '标题', wrap: true, width: 200, cell: ({ template }) => template.title },
            { key: 'body', title: '内容', wrap: true, width: 320, cell: ({ template }) => template.body },
            {
              key: 'own',
              title: '来源',
              cell: ({ template }) => <Tag tone={template.version ? 'brand' : 'neutral'}>{template.version ? '已修改' : '默认'}</Tag>,
            },
          ]}
          rowActions={(row) => [
            { label: '编辑', onPress: () => setEditing(row) },
            row.template.version > 0 && { label: '恢复默认', onPress: () => restore(row) },
          ]}
        />
        {editing && <TemplateDialog {...editing} onClose={() => setEditing(null)} onSaved={reload} />}
      </Card>
      <RobotCard first={robots} />
    </div>
  );
}
