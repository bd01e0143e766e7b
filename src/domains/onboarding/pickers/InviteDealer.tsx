import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { Textarea } from '~/ui/kit/Input';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import { inviteStates } from '../onboarding';
import type { Invite, NewInvite } from '../onboarding.schema';

/** Fetched when first opened. */
const InviteDialog = late(() => import('./InviteDialog'));

/** Links by which a dealer joins and acts for this customer: make one, see what became of each, cancel. */
export function InviteDealer({ customerId, beside, onMade }: { customerId: string; beside?: ReactNode; onMade?: () => void }) {
  const [invites, setInvites] = useState<Invite[]>([]);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<NewInvite | null>(null);
  const load = useCallback(
    () =>
      call(calls.inviteList, { customerId }).then(
        (answer) => setInvites(answer.invites),
        (error) => toast(messageOf(error), 'error'),
      ),
    [customerId],
  );
  useEffect(() => void load(), [load]);
  const cancel = async (one: Invite) => {
    if (!(await confirm({ title: '作废该邀请链接？', body: '作废后对方不能再用它加入。', tone: 'danger', ok: '作废' }))) return;
    await call(calls.inviteCancel, { id: one.id });
    await load();
  };
  const madeOne = async (invite: NewInvite) => {
    setMade(invite);
    onMade?.();
    await load();
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onPress={() => setAsking(true)}>
          邀请经销商
        </Button>
        {beside}
      </div>
      {invites.length > 0 && (
        <div className="w-full">
          <DetailTable<Invite>
            caption="邀请链接"
            rows={invites}
            columns={[
              { key: 'createdAt', title: '邀请时间', kind: 'minute' },
              { key: 'createdBy', title: '邀请人' },
              { key: 'expiresAt', title: '有效期至', kind: 'minute' },
              { key: 'state', title: '状态', cell: (one) => <StatusTag status={one.state} names={inviteStates} /> },
              { key: 'usedBy', title: '加入人' },
              { key: 'usedAt', title: '加入时间', kind: 'minute' },
            ]}
            rowActions={(one) => (one.state === 'OPEN' ? [{ label: '作废', onPress: () => cancel(one) }] : [])}
          />
        </div>
      )}
      {asking && <InviteDialog customerId={customerId} onClose={() => setAsking(false)} onMade={madeOne} />}
      {made && <Made invite={made} onClose={() => setMade(null)} />}
    </>
  );
}

/** The text to send; the link is shown this once. */
function Made({ invite, onClose }: { invite: NewInvite; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(invite.text).then(
      () => toast('已复制，可发送给对方', 'ok'),
      () => toast('浏览器不允许复制，请手动选中文字复制', 'warn'),
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="邀请链接已生成"
      footer={
        <>
          <Button onPress={onClose}>关闭</Button>
          <Button tone="primary" onPress={copy}>
            复制邀请文字
          </Button>
        </>
      }
    >
      <p className="mb-2 text-sm text-ink-3">链接只显示这一次，请复制后通过微信或短信发给对方。</p>
      <Textarea aria-label="邀请文字" value={invite.text} readOnly rows={6} />
    </Dialog>
  );
}
