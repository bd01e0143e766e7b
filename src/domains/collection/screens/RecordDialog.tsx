import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { recordAdd } from '../calls';
import { contactResults, contactWays } from '../case';

interface Draft {
  way: string;
  contact: string;
  result: string;
  content: string;
  followOn: string;
  promiseAmount: string;
  promiseOn: string;
}
interface Props {
  of: { id: string; no: string; contactName: string };
  /** The task it answers, and how it is to be done. */
  task?: { id: string; channel: string };
  onClose: () => void;
  onDone: () => void;
}

/** 记录跟进: a call or a visit, what came of it, and when to come back to it. Made for one hand on a phone. */
export default function RecordDialog({ of, task, onClose, onDone }: Props) {
  const key = useMemo(newKey, []);
  const way =
    task?.channel === 'VISIT'
      ? 'VISIT'
      : task && ['LETTER', 'LAWYER'].includes(task.channel)
        ? 'OTHER'
        : task && task.channel in contactWays
          ? task.channel
          : 'PHONE';
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`记录跟进：${of.no}`}
      defaults={{ way, contact: of.contactName, result: 'REACHED', content: '', followOn: '', promiseAmount: '', promiseOn: '' }}
      ok="保存"
      submit={async (draft) => {
        await call(
          recordAdd,
          {
            ...draft,
            id: of.id,
            way: draft.way as never,
            result: draft.result as never,
            taskId: task?.id ?? '',
            promiseAmount: draft.result === 'PROMISED' ? draft.promiseAmount : null,
          },
          { key },
        );
        toast('跟进已记录', 'ok');
        onDone();
      }}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="way" label="联系方式" required>
          <Select options={optionsOf(contactWays)} />
        </Field>
        <Field name="contact" label="联系人">
          <Input maxLength={40} />
        </Field>
        <Field name="result" label="结果" required>
          <Select options={optionsOf(contactResults)} />
        </Field>
        <Field name="followOn" label="下次跟进">
          <DateInput />
        </Field>
        <Promised />
      </div>
      <Field name="content" label="跟进内容" required>
        <Textarea maxLength={500} />
      </Field>
    </FormDialog>
  );
}

function Promised() {
  const result = useWatch<Draft, 'result'>({ name: 'result' });
  if (result !== 'PROMISED') return null;
  return (
    <>
      <Field name="promiseAmount" label="承诺金额" required>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="promiseOn" label="承诺日期" required>
        <DateInput />
      </Field>
    </>
  );
}
