import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { ActionRow } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Alert, EmptyState } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { formatTime } from '~/ui/values/format';
import type { AppDetail } from '../app.schema';
import { eventName } from '../subscribable';
import { endpointStates } from '../webhook';
import type { EndpointRow } from '../webhook.schema';
import * as calls from '../webhookCalls';
import { Deliveries } from './Deliveries';
import { EndpointDialog } from './EndpointDialog';
import { SecretDialog } from './SecretDialog';

type Endpoints = AnswerOf<typeof calls.webhookList>;
const tones = { ENABLED: 'ok', PAUSED: 'neutral', BROKEN: 'danger' } as const;

/** Where an app is told what happened, and what it was told. */
export function Webhooks({ app }: { app: AppDetail }) {
  const [state, setState] = useState<Endpoints | null>(null);
  const [editing, setEditing] = useState<EndpointRow | 'new' | null>(null);
  const [secret, setSecret] = useState('');
  const [shown, setShown] = useState<EndpointRow | null>(null);
  const reload = async () => setState(await call(calls.webhookList, { id: app.id }));
  useEffect(() => {
    void call(calls.webhookList, { id: app.id }).then(setState);
  }, [app.id]);
  if (!state) return <DetailSection title="推送地址">加载中……</DetailSection>;
  const change = async (one: EndpointRow, enabled: boolean) => {
    await call(calls.webhookSwitch, { id: one.id, version: one.version, enabled });
    await reload();
  };
  const rotate = async (one: EndpointRow) => {
    if (!(await confirm({ title: '更换推送密钥？', body: '更换后的推送立即用新密钥签名。', ok: '更换' }))) return;
    setSecret((await call(calls.webhookRotate, { id: one.id, version: one.version })).secret);
    await reload();
  };
  const remove = async (one: EndpointRow) => {
    if (!(await confirm({ title: '删除该推送地址？', body: `${one.url}\n推送记录会一并删除。`, tone: 'danger', ok: '删除' }))) return;
    await call(calls.webhookDelete, { id: one.id, version: one.version });
    setShown(null);
    await reload();
  };
  const ping = async (one: EndpointRow) => {
    await call(calls.webhookPing, { id: one.id });
    toast('已发出测试推送，结果见推送记录', 'ok');
    setShown(one);
  };
  return (
    <>
      <DetailSection title="推送地址" actions={[state.mayEdit && { label: '新建推送地址', tone: 'primary', onPress: () => setEditing('new') }]}>
        {state.endpoints.length === 0 && <EmptyState title="还没有推送地址" note="订阅后，订单、发货、资金等事件发生时会通知您的程序" />}
        <ul className="flex flex-col divide-y divide-line">
          {state.endpoints.map((one) => (
            <li key={one.id} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center gap-2">
                <code className="min-w-0 break-all font-medium">{one.url}</code>
                <Tag tone={tones[one.status]}>{endpointStates[one.status]}</Tag>
                {one.waiting > 0 && <Tag tone="warn">{`待推送${one.waiting >= 1000 ? '1000+' : one.waiting}条`}</Tag>}
              </div>
              <p className="text-sm text-ink-2">{one.events.map(eventName).join('、')}</p>
              {one.lastError && (
                <Alert tone={one.status === 'BROKEN' ? 'danger' : 'warn'}>
                  {`连续失败${one.failures}次${one.failingSince ? `（自${formatTime(one.failingSince)}起）` : ''}：${one.lastError}`}
                </Alert>
              )}
              <ActionRow
                size="sm"
                actions={[
                  { label: '推送记录', onPress: () => setShown(one) },
                  state.mayEdit && one.status === 'ENABLED' && { label: '测试推送', onPress: () => ping(one) },
                  state.mayEdit && { label: '编辑', onPress: () => setEditing(one) },
                  state.mayEdit && { label: '更换密钥', onPress: () => rotate(one) },
                  one.status === 'ENABLED'
                    ? { label: '暂停', onPress: () => change(one, false) }
                    : state.mayEdit && { label: '启用', onPress: () => change(one, true) },
                  { label: '删除', tone: 'danger', onPress: () => remove(one) },
                ]}
              />
            </li>
          ))}
        </ul>
      </DetailSection>
      {shown && <Deliveries key={shown.id} endpoint={shown} />}
      {editing && (
        <EndpointDialog
          app={app}
          endpoint={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={async (made) => {
            setSecret(made);
            await reload();
          }}
        />
      )}
      {secret && <SecretDialog title="推送密钥" shown={[['用它校验 X-Webhook-Signature', secret]]} onClose={() => setSecret('')} />}
    </>
  );
}
