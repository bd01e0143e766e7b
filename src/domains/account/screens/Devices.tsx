import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Tag } from '~/ui/kit/Tag';
import { loginWays } from '../accountEvents';
import type { SecurityState } from '../security.schema';
import * as calls from '../securityCalls';

type Session = SecurityState['sessions'][number];

export function Devices({ sessions }: { sessions: readonly Session[] }) {
  const end = async (one: Session | null) => {
    const title = one ? `下线“${one.device}”？` : '下线其他全部设备？';
    if (!(await confirm({ title, body: '下线后该设备须重新登录。', tone: 'danger', ok: '下线' }))) return;
    await call(calls.endSessions, { id: one?.id ?? '' });
    location.reload();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-ink-3">以下设备当前保持登录。发现不认识的设备，请立即下线并修改密码。</p>
      <div className="w-full">
        <DetailTable<Session>
          caption="登录设备"
          rows={[...sessions]}
          columns={[
            {
              key: 'device',
              title: '设备',
              cell: (one) => (
                <span className="inline-flex items-center gap-2">
                  {one.device}
                  {one.current && <Tag tone="brand">当前设备</Tag>}
                </span>
              ),
            },
            { key: 'address', title: 'IP地址' },
            { key: 'way', title: '登录方式', cell: (one) => loginWays[one.way] ?? '密码' },
            { key: 'place', title: '所在企业' },
            { key: 'createdAt', title: '登录时间', kind: 'minute' },
            { key: 'usedAt', title: '最近使用', kind: 'minute' },
          ]}
          rowActions={(one) => (one.current ? [] : [{ label: '下线', onPress: () => end(one) }])}
        />
      </div>
      {sessions.length > 1 && (
        <Button tone="danger" onPress={() => end(null)}>
          下线其他全部设备
        </Button>
      )}
    </div>
  );
}
