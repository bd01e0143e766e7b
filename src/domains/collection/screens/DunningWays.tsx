import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { InviteDealer } from '~/domains/onboarding/pickers/InviteDealer';
import { CUSTOMER_MANAGE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { dunningOther, type dunningPreview } from '../calls';
import { type DunningWay, wordingFor } from '../dunning';

type Preview = AnswerOf<typeof dunningPreview>;
type Target = Preview['customers'][number];
type OtherWay = Exclude<DunningWay, 'MESSAGE'>;

/** Ways to overdue customers without an account; each is kept in the log. */
export function DunningWays({ preview, onRecorded }: { preview: Preview; onRecorded: () => Promise<void> }) {
  const [templateName, body] = useWatch({ name: ['templateName', 'body'] }) as [string, string];
  const [inviting, setInviting] = useState<Target>();
  const canInvite = useCan(CUSTOMER_MANAGE);
  const unread = preview.customers.filter((one) => one.overdue !== '0.00' && one.readers === 0);
  if (unread.length === 0) return null;
  const keep = async (one: Target, way: OtherWay, said: string, note = '') => {
    await call(dunningOther, { customerId: one.customerId, way, templateName, body, note, confirm: true }, { key: newKey() });
    toast(said, 'ok');
    await onRecorded();
  };
  const copy = async (one: Target) => {
    const facts = { ...one, factoryName: preview.factoryName, open: formatMoney(one.open), overdue: formatMoney(one.overdue) };
    try {
      await navigator.clipboard.writeText(wordingFor(body, facts));
    } catch {
      return toast('浏览器不允许复制，没有记入催款记录', 'warn');
    }
    await keep(one, 'COPY', '已复制并记入催款记录，可发送给对方');
  };
  const text = async (one: Target) => {
    const before = one.lastAt ? '该客户此前已催过款，时间见上表。' : '';
    if (!(await confirm({ title: `发短信给“${one.customerName}”？`, body: `${before}短信将发送到${one.mobile}，内容为当前的提醒内容。`, ok: '发送短信' })))
      return;
    await keep(one, 'SMS', '短信已提交发送，并记入催款记录');
  };
  const phone = async (one: Target) => {
    const said = await confirm({ title: `记录与“${one.customerName}”的通话`, ok: '记入催款记录', reason: { label: '通话记录', max: 200 } });
    if (said) await keep(one, 'PHONE', '通话已记入催款记录', said.reason);
  };
  return (
    <section aria-label="其他催款方式" className="grid gap-2 text-sm">
      <p className="text-ink-2">以下客户未开通账号，可用其他方式催款，每次都会记入催款记录。{!preview.smsReady && '系统没有配置短信网关，暂不能发短信。'}</p>
      <ul className="grid gap-2">
        {unread.map((one) => (
          <li key={one.customerId} className="flex flex-wrap items-center gap-2">
            <span className="mr-auto">{one.customerName}</span>
            <Button onPress={() => copy(one)}>复制话术</Button>
            {preview.smsReady && one.mobile && <Button onPress={() => text(one)}>发短信</Button>}
            <Button onPress={() => phone(one)}>记录通话</Button>
            {canInvite && <Button onPress={() => setInviting(one)}>邀请开通账号</Button>}
          </li>
        ))}
      </ul>
      {inviting && (
        <Dialog open onClose={() => setInviting(undefined)} title={`邀请“${inviting.customerName}”开通账号`} width="lg">
          <InviteDealer
            customerId={inviting.customerId}
            onMade={() => keep(inviting, 'INVITE', '邀请已记入催款记录').catch((error) => toast(messageOf(error), 'error'))}
          />
        </Dialog>
      )}
    </section>
  );
}
