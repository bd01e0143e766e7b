import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Checkbox } from '~/ui/kit/Checks';
import { Combobox } from '~/ui/kit/Combobox';
import { Dialog } from '~/ui/kit/Dialog';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';
import * as calls from '../calls';
import { HandOver, type MemberRow } from '../member.schema';
import { usePeople } from './DepartmentDialogs';

type Work = AnswerOf<typeof calls.memberWork>['work'];
const Values = HandOver.omit({ id: true });

export function HandOverDialog({ member, onClose, onDone }: { member: MemberRow; onClose: () => void; onDone: () => void }) {
  const people = usePeople(true);
  const [work, setWork] = useState<Work | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(calls.memberWork, { id: member.id }).then(
      (found) => setWork(found.work.filter((one) => one.count > 0)),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [member.id]);
  const title = `交接“${member.name}”的工作`;
  if (!work || work.length === 0)
    return (
      <Dialog open onClose={onClose} title={title}>
        {problem ? <EmptyState kind="error" title={problem} /> : work ? <EmptyState title="名下没有需要交接的工作" /> : <Skeleton lines={4} />}
      </Dialog>
    );
  return (
    <FormDialog<z.input<typeof Values>>
      open
      onClose={onClose}
      title={title}
      ok="交接"
      schema={Values}
      defaults={{ toId: '', keys: work.filter((one) => one.problem === '').map((one) => one.key), reason: '' }}
      submit={async (values) => {
        const { moved } = await call(calls.memberHandOver, { ...values, id: member.id });
        toast(`已交接${moved}项工作，双方均已收到通知`, 'ok');
        onDone();
      }}
    >
      <Field name="toId" label="接手人" required>
        <Combobox options={people.filter((one) => one.value !== member.id)} />
      </Field>
      <Field name="keys" label="交接内容" required hint="待办跟随所属的客户与订单一起移交">
        <WorkChoice work={work} />
      </Field>
      <Field name="reason" label="交接说明">
        <Textarea maxLength={200} rows={2} />
      </Field>
    </FormDialog>
  );
}

function WorkChoice({ work, value, onChange, id }: InputProps<string[]> & { work: Work }) {
  const picked = value || [];
  return (
    <div id={id} className="flex flex-col gap-2 rounded border border-line p-3">
      {work.map((one) => (
        <div key={one.key}>
          <Checkbox
            checked={picked.includes(one.key)}
            disabled={one.problem !== ''}
            onChange={(on) => onChange?.(on ? [...picked, one.key] : picked.filter((key) => key !== one.key))}
          >
            {one.label} <strong className="figures">{one.count}</strong>
          </Checkbox>
          <p className="ml-6 truncate text-sm text-ink-3">
            {one.problem || one.examples.join('、')}
            {!one.problem && one.count > one.examples.length && ` 等${one.count}项`}
          </p>
        </div>
      ))}
    </div>
  );
}
