import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { Input } from '~/ui/kit/Input';
import { Tag } from '~/ui/kit/Tag';
import type { developerRead } from '../calls';

type Guide = AnswerOf<typeof developerRead>;
type Listed = Guide['calls'][number];
const SHOWN = 50;

const rules: readonly (readonly [string, string])[] = [
  ['地址', '所有接口以 /web 开头；POST 的内容为 JSON（注册与上传为表单），GET 的参数在地址中。'],
  [
    '登录',
    '程序对接请用上面的第三方应用签名调用。以人员身份调试时：POST /web/partner/user/login，提交 {account, password}；成功后从响应的 Set-Cookie 取得 portal_session，之后每次请求带上该 Cookie。退出用 /web/partner/user/logout。',
  ],
  [
    '应答',
    'HTTP 状态为 200，内容为 {code, data, message}。code 为 "0" 表示成功；为 "W1" 表示需要确认，带 confirm: true 再次提交；为 "100000004" 表示登录失效；其余为业务拒绝，message 为说明，data.fields 为各字段的说明。',
  ],
  ['重复提交', '修改类接口可带请求头 Idempotency-Key（8 到 80 位字母、数字、- 或 _）；相同的键与内容只生效一次，重复请求得到第一次的应答，保留两天。'],
  [
    '列表',
    '参数 pageNo、pageSize（默认 10，最大 200）、ascs、descs（逗号分隔的排序字段）；没有的筛选条件、取值和排序字段一律拒绝，message 说明可用的取值；空值表示不筛选。应答 {pagedRecords, pageNo, totalCount}，超过 10000 条时 capped 为 true。',
  ],
  ['数据格式', '金额为元，两位小数的字符串；数量最多四位小数的字符串；时间为 ISO 8601（UTC，以 Z 结尾）；日期 yyyy-MM-dd 按北京时间；编号为字符串。'],
  ['并发', '编辑类接口带上读取时的 version；他人已修改时返回 data.reason 为 VERSION，请重新读取后再提交。'],
  [
    '消息推送',
    'GET /web/message/inner/message/stream 为 text/event-stream：事件 unread 的内容为 {count, arrived}；断线后带 Last-Event-ID 重连；事件 end 表示登录已失效。',
  ],
];

/** How programs talk to the portal: the rules, every call, every code. */
export default function Developer({ first }: { first: Guide }) {
  const [word, setWord] = useState('');
  const found = first.calls.filter((one) => `${one.path}${one.title}`.toLowerCase().includes(word.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="接口规则"
        actions={[
          { label: '接口文档', href: '/web/docs', external: true },
          { label: 'OpenAPI 文件', href: '/web/openapi.json', external: true },
        ]}
      >
        <dl className="flex flex-col gap-3">
          {rules.map(([name, text]) => (
            <div key={name} className="grid gap-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
              <dt className="text-ink-3">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="接口清单" note={`共${found.length}个${found.length > SHOWN ? `，显示前${SHOWN}个` : ''}`} flush>
        <div className="max-w-80 p-4">
          <Input type="search" value={word} onChange={setWord} placeholder="路径或名称" aria-label="筛选接口" />
        </div>
        <DetailTable<Listed>
          caption="接口清单"
          empty="没有符合条件的接口"
          rows={found.slice(0, SHOWN)}
          rowKey={(one) => `${one.method} ${one.path}`}
          columns={[
            { key: 'title', title: '名称', fixed: true, width: 180, wrap: true },
            { key: 'method', title: '方法', cell: (one) => <Tag tone={one.changes ? 'brand' : 'neutral'}>{one.method}</Tag> },
            { key: 'path', title: '路径', width: 320, wrap: true, cell: (one) => <code className="break-all">{one.path}</code> },
            { key: 'who', title: '谁可以调用' },
            { key: 'codes', title: '权限码（任一）', wrap: true, width: 260, cell: (one) => one.codes.join('、') || '- -' },
          ]}
        />
      </Card>
      <Card title="业务拒绝码" note="应答的 code 与 data.reason" flush>
        <DetailTable
          caption="业务拒绝码"
          rows={first.codes}
          rowKey={(one) => one.code}
          columns={[
            { key: 'code', title: 'code' },
            { key: 'reason', title: 'reason', width: 240 },
          ]}
        />
      </Card>
    </div>
  );
}
