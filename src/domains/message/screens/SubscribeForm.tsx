import { useRef, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { refusalCodes } from '~/shared/refusal';
import { call, isRefused, messageOf } from '~/shell/call';
import { type Conflict, ConflictPanel } from '~/ui/form/ConflictPanel';
import { clashesOf, mergeTyped } from '~/ui/form/merge';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Checkbox, Switch } from '~/ui/kit/Checks';
import { Alert } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { TableScroller } from '~/ui/list/TableScroller';
import { subscriptionRead, subscriptionSave } from '../calls';
import { messageTypes } from '../message';
import { type ChannelName, channelNames, channelsFor } from '../subscription';
import { ClockInput } from './ClockInput';

type First = AnswerOf<typeof subscriptionRead>;
type Draft = Required<First['subscription']>;
type Event = First['events'][number];

type Shown = Record<string, string | boolean>;
const settings = {
  quietFrom: '免打扰开始',
  quietTo: '免打扰结束',
  urgentThrough: '重要消息不受免打扰限制',
  mailDigest: '每天汇总成一封邮件',
  digestAt: '汇总时间',
} as const;

/** The choices as people read them, one entry an event. */
const shown = ({ choices, ...rest }: Draft, events: readonly Event[]): Shown => ({
  ...Object.fromEntries(
    events.map((event) => [
      event.kind,
      channelsFor(choices, event)
        .map((one) => channelNames[one])
        .join('、'),
    ]),
  ),
  ...rest,
});
const labelsOf = (events: readonly Event[]) =>
  new Map([...events.map(({ kind, name }) => [kind, name] as const), ...Object.entries(settings)].map(([key, label]) => [key, { label, required: false }]));

/** Which event reaches the person on which channel, and when not to disturb. */
export default function SubscribeForm({ first }: { first: First }) {
  const [draft, setDraft] = useState(first.subscription as Draft);
  const [version, setVersion] = useState(first.version);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<Conflict>();
  const base = useRef(draft);
  const goOn = (theirs: First, next: (mine: Draft) => Draft) => {
    setDraft(next);
    base.current = theirs.subscription as Draft;
    setVersion(theirs.version);
    setConflict(undefined);
    setProblems({});
  };
  /** Another page of the same person saved first. */
  const meet = async (message: string): Promise<boolean> => {
    const now = await call(subscriptionRead, {}).catch(() => null);
    if (!now) return false;
    const theirs = now.subscription as Draft;
    const from = base.current;
    const merged = (mine: Draft): Draft => ({ ...mergeTyped(from, mine, theirs), choices: mergeTyped(from.choices, mine.choices, theirs.choices) });
    setConflict({
      message,
      clashes: clashesOf(shown(from, first.events), shown(draft, first.events), shown(theirs, first.events), labelsOf(first.events)),
      keep: () => goOn(now, merged),
      take: () => goOn(now, () => theirs),
    });
    window.scrollTo({ top: 0 });
    return true;
  };
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = async () => {
    setProblems({});
    try {
      const saved = await call(subscriptionSave, { subscription: draft, version });
      setVersion(saved.version);
      base.current = draft;
      toast('订阅设置已保存，从下一条消息起生效', 'ok');
    } catch (error) {
      if (isRefused(error) && error.code === refusalCodes.VERSION && (await meet(error.message))) return;
      const fields = isRefused(error) ? (error.data.fields ?? {}) : {};
      setProblems({ ...Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.replace('subscription.', ''), words])), all: messageOf(error) });
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <ConflictPanel conflict={conflict} />
      {problems['all'] && <Alert tone="danger">{problems['all']}</Alert>}
      <Card title="接收方式" note="勾选后，对应事件会发到该渠道" flush>
        <Matrix first={first} draft={draft} set={set} />
      </Card>
      <ChannelNotes channels={first.channels} />
      <Card title="免打扰" note="时段内不发送短信、邮件、钉钉和微信，结束后补发；站内消息不受影响">
        <div className="flex flex-wrap items-end gap-4">
          <ClockInput label="开始时间" value={draft.quietFrom} onChange={(quietFrom) => set({ quietFrom })} problem={problems['quietFrom']} />
          <ClockInput label="结束时间" value={draft.quietTo} onChange={(quietTo) => set({ quietTo })} problem={problems['quietTo']} />
          <div className="pb-1.5">
            <Switch label="重要消息不受免打扰限制" checked={draft.urgentThrough} onChange={(urgentThrough) => set({ urgentThrough })} />
          </div>
        </div>
      </Card>
      <Card title="邮件汇总" note="重要消息始终即时发送">
        <div className="flex flex-wrap items-end gap-4">
          <div className="pb-1.5">
            <Switch label="每天汇总成一封邮件" checked={draft.mailDigest} onChange={(mailDigest) => set({ mailDigest })} />
          </div>
          <ClockInput
            label="汇总时间"
            value={draft.digestAt}
            onChange={(digestAt) => set({ digestAt })}
            disabled={!draft.mailDigest}
            problem={problems['digestAt']}
          />
        </div>
      </Card>
      <div className="flex gap-2">
        <Button tone="primary" onPress={save}>
          保存
        </Button>
        <Button href="/portal/message/list">返回消息中心</Button>
      </div>
    </div>
  );
}

function Matrix({ first, draft, set }: { first: First; draft: Draft; set: (change: Partial<Draft>) => void }) {
  const toggle = (event: Event, channel: ChannelName, on: boolean) => {
    const now = channelsFor(draft.choices, event).filter((one) => one !== channel);
    set({ choices: { ...draft.choices, [event.kind]: on ? [...now, channel] : [...now] } });
  };
  return (
    <TableScroller label="消息订阅">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">消息订阅</caption>
        <thead>
          <tr className="bg-sunken text-sm text-ink-2">
            <th scope="col" className="cell text-left font-medium">
              事件
            </th>
            <th scope="col" className="cell text-left font-medium max-sm:hidden">
              类型
            </th>
            {first.channels.map(({ key }) => (
              <th key={key} scope="col" className="cell text-center font-medium whitespace-nowrap max-sm:px-1">
                {channelNames[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.events.map((event) => (
            <tr key={event.kind}>
              <th scope="row" className="cell text-left font-normal sm:min-w-36">
                <span className="inline-flex flex-wrap items-center gap-x-1.5">
                  {event.name}
                  {event.important && <Tag tone="danger">重要</Tag>}
                </span>
              </th>
              <td className="cell whitespace-nowrap text-ink-2 max-sm:hidden">{messageTypes[event.type]}</td>
              {first.channels.map(({ key, address }) => (
                <td key={key} className="cell max-sm:px-1">
                  <span className="flex justify-center">
                    <Checkbox
                      aria-label={`${event.name} ${channelNames[key]}`}
                      checked={channelsFor(draft.choices, event).includes(key)}
                      disabled={address === '' || (key === 'INAPP' && event.important)}
                      onChange={(on) => toggle(event, key, on)}
                    />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}

/** Why a column cannot be ticked, or what becomes of what is ticked. */
function ChannelNotes({ channels }: { channels: First['channels'] }) {
  const missing: Record<string, string> = { MAIL: '请先在“我的资料”中填写邮箱', WECHAT: '请先绑定微信' };
  const notes = channels.flatMap(({ key, configured, address }) => {
    if (key === 'INAPP') return [];
    if (!address) return [`${channelNames[key]}：${missing[key] ?? '没有可用的地址'}`];
    return [`${channelNames[key]}：发送到 ${address}${configured ? '' : '（平台尚未配置该通道，消息会留存在发送记录中）'}`];
  });
  return (
    <Alert tone="info" title="接收地址">
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Alert>
  );
}
