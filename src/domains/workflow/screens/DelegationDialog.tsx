import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Combobox } from '~/ui/kit/Combobox';
import { confirm } from '~/ui/kit/confirm';
import { DateInput } from '~/ui/kit/Dates';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { delegationEnd, delegationList, delegationSave } from '../taskCalls';

type Known = AnswerOf<typeof delegationList>;
type Delegation = Known['delegations'][number];

const states = { NOW: ['生效中', 'ok'], COMING: ['未开始', 'info'], PAST: ['已结束', 'neutral'], ENDED: ['已提前结束', 'neutral'] } as const;

/** 外出委托: who takes the person's new tasks meanwhile, and what was agreed before. */
export default function DelegationDialog({ onClose }: { onClose: () => void }) {
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState('');
  const read = () => call(delegationList, {}).then(setKnown, (error: unknown) => setProblem(messageOf(error)));
  useEffect(() => void read(), []);
  return (
    <Dialog
      open
      onClose={onClose}
      title="外出委托"
      note="委托期间新到您这里的任务直接由代理人处理，记录中写明“代您”；已在您这里的任务不变，可以转办"
      width="lg"
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!known && !problem && <Skeleton lines={5} />}
      {known && (
        <div className="flex flex-col gap-5">
          <NewDelegation known={known} onSaved={read} />
          <section aria-label="委托记录" className="flex flex-col gap-2">
            <h3 className="font-semibold">委托记录</h3>
            {known.delegations.length === 0 && <p className="text-ink-3">还没有委托</p>}
            {known.delegations.map((one) => (
              <Row key={one.id} one={one} onEnded={read} />
            ))}
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Row({ one, onEnded }: { one: Delegation; onEnded: () => unknown }) {
  const [word, tone] = states[one.state];
  const end = async () => {
    if (!(await confirm({ title: `结束对${one.agent}的委托？`, body: '结束后新任务回到您这里；已到对方那里的任务仍由对方处理。', ok: '结束委托' }))) return;
    await call(delegationEnd, { id: one.id }, { key: newKey() });
    toast('委托已结束', 'ok');
    onEnded();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-line px-3 py-2">
      <Tag tone={tone}>{word}</Tag>
      <span>{one.mine ? `由${one.agent}代我` : `我代${one.member}`}</span>
      <span className="text-ink-2">{one.scope}</span>
      <span className="figures text-sm text-ink-3">
        <DateTime value={one.fromAt} kind="minute" /> 至 <DateTime value={one.toAt} kind="minute" />
      </span>
      {one.reason && <span className="text-sm text-ink-3">{one.reason}</span>}
      {one.mine && (one.state === 'NOW' || one.state === 'COMING') && (
        <Button size="sm" className="ml-auto" onPress={end}>
          结束委托
        </Button>
      )}
    </div>
  );
}

const instant = (text: string): string => (text ? new Date(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00' : ''}+08:00`).toISOString() : '');

function NewDelegation({ known, onSaved }: { known: Known; onSaved: () => unknown }) {
  const [agentId, setAgent] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [keys, setKeys] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const save = async () => {
    const why = (!agentId && '请选择代理人') || (!from && '请填写开始时间') || (!to && '请填写结束时间') || '';
    setProblem(why);
    if (why) return;
    try {
      await call(delegationSave, { agentId, fromAt: instant(from), toAt: instant(to), keys: keys.split(',').filter(Boolean), reason }, { key: newKey() });
    } catch (error) {
      setProblem(messageOf(error));
      return;
    }
    toast('委托已设置', 'ok');
    for (const clear of [setAgent, setFrom, setTo, setKeys, setReason]) clear('');
    onSaved();
  };
  return (
    <section aria-label="设置委托" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {problem && (
        <Alert tone="danger" className="sm:col-span-2">
          {problem}
        </Alert>
      )}
      <Labelled label="代理人">
        <Combobox
          aria-label="代理人"
          options={known.members.map(({ id, name, note }) => ({ value: id, label: name, ...(note ? { hint: note } : {}) }))}
          value={agentId}
          onChange={(next) => setAgent(next)}
          placeholder="输入姓名"
        />
      </Labelled>
      <Labelled label="范围">
        <MultiSelect aria-label="范围" options={optionsOf(known.processes)} value={keys} onChange={setKeys} placeholder="全部流程" />
      </Labelled>
      <Labelled label="开始时间">
        <DateInput time aria-label="开始时间" value={from} onChange={setFrom} />
      </Labelled>
      <Labelled label="结束时间">
        <DateInput time aria-label="结束时间" value={to} onChange={setTo} />
      </Labelled>
      <Labelled label="原因（选填）">
        <Input aria-label="原因" value={reason} onChange={setReason} maxLength={100} />
      </Labelled>
      <div className="flex items-end">
        <Button tone="primary" onPress={save}>
          设置委托
        </Button>
      </div>
    </section>
  );
}

const Labelled = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <p className="mb-1 text-sm text-ink-2">{label}</p>
    {children}
  </div>
);
