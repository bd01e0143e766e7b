import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { Input, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { sentenceOf } from '~/ui/kit/sentence';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { dunningPreview, dunningSend, dunningTemplateRemove, dunningTemplateSave, dunningTemplates } from '../calls';
import { dunningWords, wordingFor } from '../dunning';
import { DunningWays } from './DunningWays';

type Preview = AnswerOf<typeof dunningPreview>;
type Target = Preview['customers'][number];
type Template = AnswerOf<typeof dunningTemplates>['templates'][number];
interface Props {
  customerIds: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

const reaches = (one: Target): boolean => one.overdue !== '0.00' && one.readers > 0;

/** 催款提醒: who, in what words, and what each will read. */
export default function DunningDialog({ customerIds, onClose, onDone }: Props) {
  const [loaded, setLoaded] = useState<{ preview: Preview; templates: Template[] }>();
  const [failed, setFailed] = useState('');
  useEffect(() => {
    Promise.all([call(dunningPreview, { customerIds: [...customerIds] }), call(dunningTemplates, {})])
      .then(([preview, { templates }]) => setLoaded({ preview, templates }))
      .catch((error: unknown) => setFailed(sentenceOf(error)));
  }, [customerIds]);
  if (!loaded)
    return (
      <Dialog open onClose={onClose} title="催款提醒" width="xl">
        {failed ? <Alert tone="danger">{failed}</Alert> : <Spinner label="正在核对逾期应收…" />}
      </Dialog>
    );
  return <Reminding {...loaded} onClose={onClose} onDone={onDone} />;
}

function Reminding({ preview, templates, onClose, onDone }: { preview: Preview; templates: Template[] } & Pick<Props, 'onClose' | 'onDone'>) {
  const [key] = useState(newKey);
  const [own, setOwn] = useState(templates);
  const [now, setNow] = useState(preview);
  const refresh = async () => setNow(await call(dunningPreview, { customerIds: preview.customers.map((one) => one.customerId) }));
  const first = own[1] ?? own[0];
  const send = async ({ templateName, body }: { templateName: string; body: string }, confirmed: boolean) => {
    const ids = preview.customers.map((one) => one.customerId);
    const { sent, skipped } = await call(dunningSend, { customerIds: ids, templateName, body, confirm: confirmed }, { key: confirmed ? `${key}!` : key });
    const rest = skipped.map((one) => `${one.customerName}：${one.reason}`).join('；');
    toast(`已催款${sent}家客户${rest ? `。未发送：${rest}` : ''}`, sent ? 'ok' : 'warn');
    onDone();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`催款提醒：${preview.customers.length}家客户`}
      width="xl"
      ok="发送提醒"
      defaults={{ templateName: first?.name ?? '', body: first?.body ?? '', saveAs: '' }}
      submit={send}
    >
      <Targets customers={now.customers} />
      <Wording templates={own} onTemplates={setOwn} />
      <Sample preview={now} />
      <DunningWays preview={now} onRecorded={refresh} />
    </FormDialog>
  );
}

function Targets({ customers }: { customers: readonly Target[] }) {
  return (
    <DetailTable<Target>
      caption="催款客户"
      rows={customers}
      rowKey={(row) => row.customerId}
      columns={[
        { key: 'customerName', title: '客户' },
        { key: 'overdue', title: '逾期(元)', kind: 'money' },
        { key: 'overdueDays', title: '最长逾期', align: 'right', cell: (row) => (row.overdueDays ? `${row.overdueDays}天` : '- -') },
        { key: 'receivables', title: '笔数', align: 'right', cell: (row) => row.receivables },
        { key: 'open', title: '应收(元)', kind: 'money' },
        { key: 'lastAt', title: '上次催款', cell: (row) => <DateTime value={row.lastAt ?? undefined} kind="minute" /> },
        {
          key: 'readers',
          title: '提醒方式',
          cell: (row) => <Tag tone={reaches(row) ? 'ok' : 'warn'}>{row.overdue === '0.00' ? '没有逾期' : row.readers ? '站内消息' : '未开通账号'}</Tag>,
        },
      ]}
    />
  );
}

function Wording({ templates, onTemplates }: { templates: Template[]; onTemplates: (templates: Template[]) => void }) {
  const { setValue } = useFormContext();
  const [name, body, saveAs] = useWatch({ name: ['templateName', 'body', 'saveAs'] }) as [string, string, string];
  const current = templates.find((one) => one.name === name);
  const choose = (next: string) => {
    setValue('templateName', next);
    setValue('body', templates.find((one) => one.name === next)?.body ?? '');
  };
  const refresh = async (chosen: string) => {
    const answer = await call(dunningTemplates, {});
    onTemplates(answer.templates);
    setValue('templateName', chosen);
  };
  const save = async (as: Template | null) => {
    const form = as ? { id: as.id, version: as.version, name: as.name, body } : { id: '' as const, name: saveAs.trim(), body };
    await call(dunningTemplateSave, form);
    setValue('saveAs', '');
    toast(`模板“${form.name}”已保存`, 'ok');
    await refresh(form.name);
  };
  const remove = async (gone: Template) => {
    await call(dunningTemplateRemove, { id: gone.id });
    toast(`模板“${gone.name}”已删除`, 'ok');
    const [first] = templates;
    await refresh(first?.name ?? '');
    setValue('body', first?.body ?? '');
  };
  const own = current && !current.builtIn ? current : null;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid min-w-52 gap-1 text-sm text-ink-2">
          <span aria-hidden>催款模板</span>
          <Select aria-label="催款模板" value={name} onChange={choose} options={templates.map((one) => ({ value: one.name, label: one.name }))} />
        </div>
        {own && own.body !== body && <Button onPress={() => save(own)}>保存模板</Button>}
        {own && (
          <Button tone="ghost" onPress={() => remove(own)}>
            删除模板
          </Button>
        )}
        <div className="grid min-w-40 gap-1 text-sm text-ink-2">
          <span aria-hidden>另存为模板</span>
          <Input aria-label="另存为模板" value={saveAs} onChange={(value) => setValue('saveAs', value)} maxLength={20} placeholder="新模板名称" />
        </div>
        {saveAs.trim() !== '' && <Button onPress={() => save(null)}>另存</Button>}
      </div>
      <Field name="body" label="提醒内容" required hint={`可用：${dunningWords.map((word) => `{${word}}`).join(' ')}`}>
        <Textarea rows={4} maxLength={500} />
      </Field>
    </div>
  );
}

/** What the first customer who can be reached will read. */
function Sample({ preview }: { preview: Preview }) {
  const body = useWatch({ name: 'body' }) as string;
  const one = preview.customers.find(reaches);
  if (!one) return <Alert tone="warn">所选客户没有逾期应收，或都未开通经销商账号，收不到站内提醒。未开通账号的客户可用下面的其他方式催款。</Alert>;
  const facts = { ...one, factoryName: preview.factoryName, open: formatMoney(one.open), overdue: formatMoney(one.overdue) };
  return (
    <div className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <p className="text-ink-3">“{one.customerName}”将收到：</p>
      <p className="mt-1">{wordingFor(body ?? '', facts)}</p>
    </div>
  );
}
