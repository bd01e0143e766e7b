import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { outboxList, type outboxPlatform, outboxRetry } from '../calls';
import { outboundMessageStates, outboundMessageTones, sentChannels } from '../outbox';
import type { SentMessage } from '../outbox.schema';

interface Props {
  first: AnswerOf<typeof outboxList>;
  query: Record<string, string>;
  codes: AnswerOf<typeof outboxPlatform>;
  /** Of a person whose roles limit the rows they see. */
  limited: boolean;
}
const nameOf = (channel: string): string => (sentChannels as Record<string, string>)[channel] ?? channel;

/** What was sent to whom on which channel, and what became of it. */
export default function Outbox({ first, query, codes, limited }: Props) {
  return (
    <div className="flex flex-col gap-4">
      {limited && <Alert>您的角色限定了数据范围，这里只列出发送给您本人的消息</Alert>}
      <ListPage<SentMessage>
        title="发送记录"
        source={{ id: 'message/outbox', first, query, load: (asked) => call(outboxList, asked) }}
        filters={[
          { kind: 'text', key: 'keyword', label: '标题或接收人' },
          { kind: 'select', key: 'state', label: '状态', options: optionsOf(outboundMessageStates) },
          { kind: 'dates', key: 'time', label: '时间', startKey: 'startTime', endKey: 'endTime' },
        ]}
        tabs={{ key: 'channel', items: [{ value: '', label: '全部' }, ...optionsOf(sentChannels)] }}
        columns={[
          { key: 'title', title: '标题', fixed: true, width: 220, cell: (row) => row.title || '- -' },
          { key: 'channel', title: '渠道', cell: (row) => nameOf(row.channel) },
          { key: 'receiver', title: '接收人' },
          { key: 'address', title: '接收地址', cell: (row) => <span className="figures">{row.address || '- -'}</span> },
          { key: 'body', title: '内容', brief: true, wrap: true, width: 240 },
          { key: 'state', title: '状态', brief: true, wrap: true, cell: (row) => <State message={row} /> },
          { key: 'createdAt', title: '生成时间', brief: true, kind: 'minute', sortable: true },
          { key: 'sentAt', title: '发送时间', kind: 'minute', off: true },
          { key: 'attempts', title: '尝试次数', align: 'right', off: true },
        ]}
        buttons={[{ label: '返回消息中心', href: '/portal/message/list' }]}
        rowActions={(row, list) => [
          (row.state === 'FAILED' || row.state === 'KEPT') && {
            label: '重新发送',
            onPress: async () => {
              await call(outboxRetry, { id: row.id });
              toast('已重新提交发送', 'ok');
              list.reload();
            },
          },
        ]}
      />
      {codes.messages.length > 0 && (
        <Card title="验证码与设置密码链接" note="仅演示环境显示：短信或邮件通道未配置时在此查看" flush>
          <DetailTable
            caption="验证码与设置密码链接"
            rows={codes.messages}
            columns={[
              { key: 'channel', title: '渠道', cell: (row) => nameOf(row.channel) },
              { key: 'address', title: '接收地址' },
              { key: 'body', title: '内容', wrap: true, width: 360 },
              { key: 'createdAt', title: '时间', cell: (row) => <DateTime value={row.createdAt} kind="minute" /> },
            ]}
          />
        </Card>
      )}
    </div>
  );
}

/** With the reason where it failed. */
function State({ message }: { message: SentMessage }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <StatusTag status={message.state} names={outboundMessageStates} tones={outboundMessageTones} />
      {message.lastError && <span className="text-sm text-danger">{message.lastError}</span>}
    </span>
  );
}
