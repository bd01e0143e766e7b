import { useFormContext, useWatch } from 'react-hook-form';
import type { EventKind } from '~/portal/event';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Button } from '~/ui/kit/Button';
import { Input, Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { templateList, templateSave } from '../calls';
import { BODY_MAX, preview, problemsOf, TITLE_MAX, type Wording } from '../template';
import { type Template, WordingForm } from '../template.schema';

interface Props {
  event: EventKind;
  template: Template;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

export function TemplateDialog({ event, template, onClose, onSaved }: Props) {
  const checked = WordingForm.superRefine((given, context) => {
    for (const [field, message] of Object.entries(problemsOf(given, event))) context.addIssue({ code: 'custom', path: [field], message });
  });
  const submit = async (values: Wording, _confirmed: boolean, version = template.version) => {
    await call(templateSave, { ...values, kind: event.kind, version });
    await onSaved();
    toast('消息模板已保存', 'ok');
  };
  return (
    <FormDialog<Wording>
      open
      onClose={onClose}
      width="lg"
      title={`编辑模板：${event.name}`}
      schema={checked}
      defaults={{ title: template.title, body: template.body }}
      submit={submit}
      latest={latestRow(
        async () => (await call(templateList, {})).templates,
        ({ kind }) => kind === event.kind,
        ({ title, body }) => ({ title, body }),
      )}
      ok="保存"
    >
      <Field name="title" label="标题" required>
        <Input maxLength={TITLE_MAX} />
      </Field>
      <Field name="body" label="内容" required hint="参数写作{参数名}；方括号[ ]中的文字在参数为空时整段省略">
        <Textarea maxLength={BODY_MAX} rows={4} />
      </Field>
      <Parameters event={event} />
      <Preview event={event} />
    </FormDialog>
  );
}

function Parameters({ event }: { event: EventKind }) {
  const { getValues, setValue } = useFormContext<Wording>();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-ink-2">插入参数</span>
      {Object.values(event.params).map(([name]) => (
        <Button key={name} size="sm" onClick={() => setValue('body', `${getValues('body')}{${name}}`, { shouldDirty: true })}>
          {`{${name}}`}
        </Button>
      ))}
    </div>
  );
}

function Preview({ event }: { event: EventKind }) {
  const [title, body] = useWatch<Wording, ['title', 'body']>({ name: ['title', 'body'] });
  const shown = preview({ title, body }, event);
  return (
    <section aria-label="预览" className="rounded-md bg-sunken p-3">
      <p className="mb-1 text-sm text-ink-3">预览（示例数据）</p>
      <p className="font-semibold">{shown.title}</p>
      <p className="text-ink-2">{shown.body}</p>
    </section>
  );
}
