import { useState } from 'react';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { PlainForm } from '~/ui/form/PlainForm';
import { Card } from '~/ui/kit/Card';
import { RadioGroup } from '~/ui/kit/Checks';
import { Alert } from '~/ui/kit/Feedback';
import { Input, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { signatureCheck } from '../calls';
import { BASE } from './AppList';

type Result = AnswerOf<typeof signatureCheck>;
const blank = { appKey: '', method: 'POST' as 'GET' | 'POST', url: '/web/', body: '', timestamp: '', nonce: '', signatureHex: '', signedText: '' };

const steps: readonly (readonly [string, string])[] = [
  [
    '第一步',
    '在“第三方应用”中新建应用，选好权限、接口、数据范围和调用上限，保存只显示一次的AppSecret。先用“沙箱”应用联调：查询是真实数据，修改会完整校验但不保存。',
  ],
  [
    '第二步',
    '每次请求带上 X-App-Key、X-Timestamp（秒）、X-Nonce（16到64位，每次不同）和 X-Signature。待签名内容共六行，以 \\n 连接：请求方法、路径（含/web）、排序后的参数、内容的SHA-256（小写十六进制）、时间、随机串；签名为以AppSecret为密钥的HMAC-SHA256小写十六进制。时间与服务器相差不能超过300秒，同一随机串只能用一次。',
  ],
  ['第三步', '不便逐次签名时，签名调用 POST /web/saas-boss/app/token 换取2小时有效的令牌，之后带上 Authorization: Bearer 令牌。'],
  ['第四步', '需要及时知道订单、发货、资金等变化时，在应用的“事件推送”中填写地址；推送记录可以查看内容、重新推送。'],
];

/** How programs of other systems begin, and what tells them why a signature does not fit. */
export default function OpenPlatform() {
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="第三方应用接入"
        actions={[
          { label: '第三方应用', href: BASE, tone: 'primary' },
          { label: '新建沙箱应用', href: href(`${BASE}/edit`, { kind: 'SANDBOX' }) },
        ]}
      >
        <dl className="flex flex-col gap-3">
          {steps.map(([name, text]) => (
            <div key={name} className="grid gap-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
              <dt className="text-ink-3">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          <div className="grid gap-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <dt className="text-ink-3">签名示例</dt>
            <dd className="flex flex-wrap gap-x-4">
              <a href="/open-platform/call.mjs" download className="text-brand">
                Node（call.mjs）
              </a>
              <a href="/open-platform/call.py" download className="text-brand">
                Python（call.py）
              </a>
              <a href="/open-platform/Call.java" download className="text-brand">
                Java（Call.java）
              </a>
            </dd>
          </div>
        </dl>
      </Card>
      <Card title="签名校验器" note="签名不正确时，找出哪一部分不一致；不需要填写密钥">
        <Checker />
      </Card>
    </div>
  );
}

function Checker() {
  const [result, setResult] = useState<Result | null>(null);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <PlainForm defaults={blank} ok="校验" submit={async (values) => setResult(await call(signatureCheck, values))}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="appKey" label="AppKey" required>
            <Input />
          </Field>
          <Field name="method" label="请求方法" required>
            <RadioGroup options={optionsOf({ POST: 'POST', GET: 'GET' })} />
          </Field>
          <Field name="url" label="请求地址" required span={2} hint="路径与参数，或完整网址">
            <Input />
          </Field>
          <Field name="body" label="请求内容" span={2} hint="与实际发送的逐字相同">
            <Textarea rows={3} />
          </Field>
          <Field name="timestamp" label="X-Timestamp" required>
            <Input />
          </Field>
          <Field name="nonce" label="X-Nonce" required>
            <Input />
          </Field>
          <Field name="signatureHex" label="X-Signature" required span={2}>
            <Input />
          </Field>
          <Field name="signedText" label="您的待签名内容" span={2} hint="选填；填写后逐行比较">
            <Textarea rows={6} />
          </Field>
        </div>
      </PlainForm>
      {result ? <Findings result={result} /> : <p className="text-ink-3">填写一次请求的内容后点“校验”，这里会列出服务器算出的六个部分和不一致之处。</p>}
    </div>
  );
}

function Findings({ result }: { result: Result }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {result.ok && <Alert tone="ok">签名正确，时间和随机串也有效。</Alert>}
      {result.findings.length > 0 && (
        <Alert tone="danger" title="发现以下问题">
          {result.findings.join('\n')}
        </Alert>
      )}
      <DetailTable<Result['parts'][number]>
        caption="待签名内容"
        rows={result.parts}
        rowKey={(one) => one.name}
        columns={[
          { key: 'name', title: '部分', width: 110 },
          { key: 'right', title: '服务器', wrap: true, width: 220, cell: (one) => <code className="break-all text-sm">{one.right || '（空）'}</code> },
          {
            key: 'same',
            title: '结果',
            cell: (one) => (one.given === null ? '未填写' : <Tag tone={one.same ? 'ok' : 'danger'}>{one.same ? '一致' : '不一致'}</Tag>),
          },
        ]}
      />
    </div>
  );
}
