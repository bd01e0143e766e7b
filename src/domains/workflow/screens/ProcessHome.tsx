import { useState } from 'react';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Alert, EmptyState } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { processCopy, processCreate, processDisable, processEnable, processList } from '../processCalls';
import { agreed } from './agreed';
import { GroupDrawer } from './GroupDrawer';
import { HistoryDrawer } from './HistoryDrawer';
import { ProcessCard } from './ProcessCard';

type Home = AnswerOf<typeof processList>;
export type Process = Home['processes'][number];
type Open = { what: 'new' | 'groups' } | { what: 'copy' | 'history'; process: Process } | null;

const editHref = (id: string): string => href('/portal/openPlatform/processConfigEdit', { id });

/** Every process of the company by its business, the one in force first. */
export default function ProcessHome({ first }: { first: Home }) {
  const [home, setHome] = useState(first);
  const [business, setBusiness] = useState('');
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const reload = async () => setHome(await call(processList, {}));
  const close = () => setOpen(null);
  const shown = home.processes.filter((one) => (!business || one.key === business) && one.name.includes(keyword.trim()));
  const without = home.businesses.filter(({ key }) => !home.processes.some((one) => one.key === key));
  const stopped = home.businesses.filter(
    ({ key }) => home.processes.some((one) => one.key === key) && !home.processes.some((one) => one.key === key && one.status === 'ENABLED'),
  );
  const turn = async (process: Process) => {
    const on = process.status === 'DISABLED';
    const done = await agreed((confirm) => call(on ? processEnable : processDisable, { id: process.id, confirm }), on ? '启用流程？' : '停用流程？');
    if (!done) return;
    await reload();
    toast(on ? '流程已启用' : '流程已停用', 'ok');
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="适用业务"
          className="w-44"
          value={business}
          placeholder="全部业务"
          options={home.businesses.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={setBusiness}
        />
        <Input aria-label="流程名称" className="w-52" value={keyword} placeholder="搜索流程名称" onChange={setKeyword} />
        <span className="ml-auto flex gap-2">
          <Button onPress={() => setOpen({ what: 'groups' })}>用户组</Button>
          <Button tone="primary" onPress={() => setOpen({ what: 'new' })}>
            新建流程
          </Button>
        </span>
      </div>
      {stopped.length > 0 && (
        <Alert tone="warn">{stopped.map(({ title }) => `“${title}”`).join('、')}没有启用的流程，相关单据不能提交审批，请启用一个流程。</Alert>
      )}
      {shown.length === 0 && (
        <EmptyState
          title={home.processes.length ? '没有符合条件的流程' : '暂无审批流程'}
          note="单据首次提交审批时，系统会自动建立“有审核权限的人审批一次”的流程"
        />
      )}
      <ul aria-label="审批流程" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((process) => (
          <ProcessCard
            key={process.id}
            process={process}
            editHref={editHref(process.id)}
            onTurn={() => turn(process)}
            onCopy={() => setOpen({ what: 'copy', process })}
            onHistory={() => setOpen({ what: 'history', process })}
          />
        ))}
      </ul>
      {without.length > 0 && !business && !keyword && (
        <Card title="尚未自定义流程的业务" note="首次提交时自动使用预置流程：有审核权限的人审批一次">
          <p className="text-ink-2">{without.map(({ title }) => title).join('、')}</p>
        </Card>
      )}
      {open?.what === 'new' && <NewDialog home={home} onClose={close} />}
      {open?.what === 'copy' && <CopyDialog process={open.process} onClose={close} />}
      {open?.what === 'history' && <HistoryDrawer id={open.process.id} name={open.process.name} onClose={close} />}
      {open?.what === 'groups' && <GroupDrawer onClose={close} />}
    </div>
  );
}

function NewDialog({ home, onClose }: { home: Home; onClose: () => void }) {
  return (
    <FormDialog<{ key: string; name: string }>
      open
      onClose={onClose}
      title="新建流程"
      ok="开始设计"
      defaults={{ key: '', name: '' }}
      submit={async (values) => location.assign(editHref((await call(processCreate, values)).id))}
    >
      <Field name="key" label="适用业务" required>
        <Select options={home.businesses.map(({ key, title }) => ({ value: key, label: title }))} />
      </Field>
      <Field name="name" label="流程名称" required hint="例如：大额订单审批">
        <Input maxLength={30} />
      </Field>
    </FormDialog>
  );
}

function CopyDialog({ process, onClose }: { process: Process; onClose: () => void }) {
  return (
    <FormDialog<{ name: string }>
      open
      onClose={onClose}
      title="复制流程"
      ok="复制并设计"
      defaults={{ name: `${process.name.slice(0, 27)}-副本` }}
      submit={async ({ name }) => location.assign(editHref((await call(processCopy, { id: process.id, name })).id))}
    >
      <Field name="name" label="新流程名称" required hint={`适用业务：${process.business}；复制后为停用的草稿，不影响正在使用的流程`}>
        <Input maxLength={30} />
      </Field>
    </FormDialog>
  );
}
