import { useEffect, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call, messageOf, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Checkbox } from '~/ui/kit/Checks';
import { Alert } from '~/ui/kit/Feedback';
import { Input, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Option } from '~/ui/kit/types';
import { letterMake, letterPreview, letterTemplates } from '../calls';
import type { LetterKind } from '../case';
import { fileHrefOf } from './letterHref';

interface Draft {
  templateId: string;
  title: string;
  body: string;
  show: boolean;
}
interface Template {
  id: string;
  kind: LetterKind;
  name: string;
}

/** 发函: a template with the figures of this moment, corrected where need be, kept and printed as PDF. */
export default function LetterDialog({ of, onClose, onDone }: { of: { id: string; no: string }; onClose: () => void; onDone: () => void }) {
  const key = useMemo(newKey, []);
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(letterTemplates, {}).then(
      (found) => setTemplates(found.templates.filter(({ enabled }) => enabled)),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  return (
    <FormDialog<Draft>
      open
      width="xl"
      onClose={onClose}
      title={`发函：${of.no}`}
      defaults={{ templateId: 'LETTER', title: '', body: '', show: true }}
      ok="生成PDF"
      submit={async ({ templateId, title, body, show }) => {
        const kind = templates.find((one) => one.id === templateId)?.kind ?? 'LETTER';
        const { id, no } = await call(letterMake, { id: of.id, templateId: templateId as never, kind, title, body, show }, { key });
        window.open(fileHrefOf(id), '_blank', 'noopener');
        toast(`${no}已生成，可在函件中打开和打印`, 'ok');
        onDone();
      }}
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Words caseId={of.id} options={templates.map(({ id, name }) => ({ value: id, label: name }))} />
    </FormDialog>
  );
}

function Words({ caseId, options }: { caseId: string; options: readonly Option[] }) {
  const { setValue } = useFormContext<Draft>();
  const templateId = useWatch<Draft, 'templateId'>({ name: 'templateId' });
  useEffect(() => {
    if (!templateId) return;
    void call(letterPreview, { id: caseId, templateId }).then(({ title, body }) => {
      setValue('title', title);
      setValue('body', body);
    });
  }, [caseId, templateId, setValue]);
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="templateId" label="模板" required>
          <Select options={options} />
        </Field>
        <Field name="title" label="标题" required>
          <Input maxLength={60} />
        </Field>
      </div>
      <Field name="body" label="正文" required hint="第一行为抬头；逾期明细会自动附在正文后">
        <Textarea rows={10} maxLength={2000} />
      </Field>
      <Field name="show" label="通知客户">
        <Checkbox>客户可在“我的账户”中查看这份函件，并收到站内信</Checkbox>
      </Field>
    </>
  );
}
