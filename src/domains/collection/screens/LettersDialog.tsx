import { useEffect, useMemo, useState } from 'react';
import { call, messageOf, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Checkbox } from '~/ui/kit/Checks';
import { Alert } from '~/ui/kit/Feedback';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Option } from '~/ui/kit/types';
import { letterMakeMany, letterTemplates } from '../calls';

/** 批量发函: one wording, each case with its own figures. */
export default function LettersDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const key = useMemo(newKey, []);
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(letterTemplates, {}).then(
      ({ templates }) => setOptions(templates.filter(({ enabled }) => enabled).map(({ id, name }) => ({ value: id, label: name }))),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`给${ids.length}个案件发函`}
      defaults={{ templateId: 'LETTER', show: true }}
      ok="生成函件"
      submit={async ({ templateId, show }) => {
        const { made, skipped } = await call(letterMakeMany, { ids, templateId: templateId as never, show }, { key });
        const rest = skipped.map(({ no, reason }) => `${no}：${reason}`).join('；');
        toast(`已生成${made}份函件${rest ? `。未生成：${rest}` : ''}`, made ? 'ok' : 'warn');
        onDone();
      }}
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Field name="templateId" label="模板" required hint="金额与明细按各案件当前的欠款填写">
        <Select options={options} />
      </Field>
      <Field name="show" label="通知客户">
        <Checkbox>客户可在“我的账户”中查看，并收到站内信</Checkbox>
      </Field>
    </FormDialog>
  );
}
