import { useState } from 'react';
import { hideableFields } from '~/portal/authority';
import { href } from '~/portal/href';
import { type Permission, permissionTree } from '~/portal/permissionTree';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { deleteAsked } from '~/ui/kit/asked';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { Tabs } from '~/ui/kit/Tabs';
import { Tag } from '~/ui/kit/Tag';
import { Copyable } from '~/ui/values/Copyable';
import { DateTime } from '~/ui/values/DateTime';
import { formatTime } from '~/ui/values/format';
import { LogTimeline } from '~/ui/values/LogTimeline';
import { type AppState, appKinds, appScopes, isEditable } from '../app';
import type { AppDetail as Detail } from '../app.schema';
import * as calls from '../calls';
import { AppCalls } from './AppCalls';
import { AppStatus, BASE } from './AppList';
import { RotateDialog } from './RotateDialog';
import { SecretDialog } from './SecretDialog';
import { Webhooks } from './Webhooks';

interface Props {
  app: Detail;
  choices: AnswerOf<typeof calls.appPermissions>;
  tab: string;
  today: string;
}
const tabs = { info: '基本信息', webhook: '事件推送', log: '调用日志', history: '变更记录' };

const names = (tree: readonly Permission[], codes: ReadonlySet<string>): string[] =>
  tree.flatMap((one) => [...(codes.has(one.code) ? [one.name] : []), ...names(one.children ?? [], codes)]);

export default function AppDetail({ app, choices, tab, today }: Props) {
  const [rotating, setRotating] = useState(false);
  const [secret, setSecret] = useState<AnswerOf<typeof calls.appRotate> | null>(null);
  const open = isEditable(app.status);
  const beyond = app.mayEdit ? {} : { disabled: true, reason: '应用的权限超过您自己的，只能由管理员操作' };
  const here = Object.keys(tabs).includes(tab) ? tab : 'info';
  return (
    <DetailPage
      title={app.name}
      status={
        <>
          <AppStatus app={app} today={today} />
          <Tag tone={app.kind === 'LIVE' ? 'brand' : 'neutral'}>{appKinds[app.kind]}</Tag>
        </>
      }
      backHref={BASE}
      facts={[
        { label: '今日调用', value: `${app.today} / ${app.perDay}` },
        { label: '每分钟上限', value: app.perMinute },
        { label: '接口数', value: app.callCount },
        { label: '有效期至', value: app.expiresOn || '长期' },
      ]}
      actions={[
        open && { label: '编辑', tone: 'primary', href: href(`${BASE}/edit`, { id: app.id }), ...beyond },
        open && { label: '更换密钥', onPress: () => setRotating(true), ...beyond },
        app.status === 'DISABLED' && { label: '启用', onPress: () => change(app, 'ENABLED'), ...beyond },
        app.status === 'ENABLED' && { label: '停用', onPress: () => change(app, 'DISABLED') },
        open && { label: '注销', tone: 'danger', onPress: () => change(app, 'REVOKED') },
        !open && { label: '删除', tone: 'danger', onPress: () => remove(app) },
      ]}
    >
      {app.risk && <Alert tone="danger">{app.risk}</Alert>}
      <Tabs value={here} items={Object.entries(tabs).map(([value, label]) => ({ value, label, href: href(`${BASE}/detail`, { id: app.id, tab: value }) }))} />
      {here === 'info' && <Info app={app} choices={choices} />}
      {here === 'webhook' && <Webhooks app={app} />}
      {here === 'log' && <AppCalls app={app} />}
      {here === 'history' && <History app={app} />}
      {rotating && (
        <RotateDialog
          app={app}
          onClose={() => setRotating(false)}
          onRotated={(made) => {
            setRotating(false);
            setSecret(made);
          }}
        />
      )}
      {secret && (
        <SecretDialog
          title="密钥已更换"
          shown={[
            ['AppKey', secret.appKey],
            ['AppSecret', secret.secret],
          ]}
          oldUntil={secret.oldUntil}
          onClose={() => location.reload()}
        />
      )}
    </DetailPage>
  );
}

function Info({ app, choices }: Pick<Props, 'app' | 'choices'>) {
  const titles = new Map(choices.calls.map((one) => [one.key, one]));
  return (
    <>
      <DetailSection title="身份与密钥">
        <Descriptions
          items={[
            { label: 'AppKey', value: <Copyable value={app.appKey} />, span: 2 },
            { label: '密钥', value: `****${app.secretTail}（由${app.secretTo}于${formatTime(app.secretAt)}领取）`, span: 2 },
            { label: '旧密钥', value: app.oldUntil ? `${formatTime(app.oldUntil)}前仍可使用` : '无' },
            { label: 'IP白名单', value: app.ipAllow.join('、') || '不限制' },
            { label: '最近调用', value: app.usedAt ? <DateTime value={app.usedAt} kind="minute" /> : '未调用过' },
            { label: '建立', value: `${app.createdBy} ${formatTime(app.createdAt)}` },
            { label: '说明', value: app.remark, span: 2 },
          ]}
        />
      </DetailSection>
      <DetailSection title="权限与数据范围">
        <Descriptions
          items={[
            { label: '权限', value: names(permissionTree, new Set(app.permissions)).join('、'), span: 3 },
            { label: '数据范围', value: [appScopes[app.dataScope], app.places.join('、')].filter(Boolean).join('：') },
            { label: '隐藏字段', value: app.hiddenFields.map((field) => hideableFields[field]).join('、') || '无' },
          ]}
        />
      </DetailSection>
      <DetailSection title={`接口（${app.calls.length}）`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list longer than its place is scrolled by keys, too */}
        <section tabIndex={0} className="max-h-96 overflow-y-auto" aria-label="可调用的接口">
          <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {app.calls.map((key) => (
              <li key={key} className="min-w-0">
                <span>{titles.get(key)?.title ?? key}</span>
                {titles.has(key) && <code className="block truncate text-xs text-ink-3">{`${titles.get(key)?.method} ${titles.get(key)?.path}`}</code>}
              </li>
            ))}
          </ul>
        </section>
      </DetailSection>
    </>
  );
}

function History({ app }: Pick<Props, 'app'>) {
  return (
    <DetailSection title="变更记录">
      <LogTimeline log={app.log} />
    </DetailSection>
  );
}

const asked: Record<AppState, { title: string; body: string; ok: string; tone?: 'danger' }> = {
  ENABLED: { title: '启用', body: '启用后，该应用可以继续调用接口。', ok: '启用' },
  DISABLED: { title: '停用', body: '停用后，该应用的调用会立即被拒绝，可以再启用。', ok: '停用' },
  REVOKED: { title: '注销', body: '注销后，该应用的密钥和令牌立即失效，不能恢复；调用日志仍会保留。', ok: '注销', tone: 'danger' },
};

async function change(app: Detail, status: AppState): Promise<void> {
  const { title, ...words } = asked[status];
  if (!(await confirm({ title: `${title}应用“${app.name}”？`, ...words }))) return;
  await call(calls.appSwitch, { id: app.id, version: app.version, status });
  location.reload();
}

async function remove(app: Detail): Promise<void> {
  const asked = { what: `应用“${app.name}”`, body: '推送地址和推送记录会一并删除，系统日志中的记录保留。' };
  if (await deleteAsked({ ...asked, remove: () => call(calls.appDelete, { id: app.id, version: app.version }) })) location.assign(BASE);
}
