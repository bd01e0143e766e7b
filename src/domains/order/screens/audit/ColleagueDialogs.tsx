import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Checkbox } from '~/ui/kit/Checks';
import { Combobox } from '~/ui/kit/Combobox';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';
import { auditAsk, auditColleagues, auditTransfer } from '../../audit/auditCalls';
import type { ApprovalTask } from '../../audit/auditTask';
import type { Moved } from '../actions';

type Colleague = AnswerOf<typeof auditColleagues>['members'][number];
interface Props {
  kind: ApprovalTask['kind'];
  order: Moved;
  /** What the auditor typed over the lines and did not send: it goes along in words. */
  typed: string;
  onClose: () => void;
  onDone: () => void;
}
const labelOf = ({ name, jobTitle }: Colleague): string => [name, jobTitle].filter(Boolean).join(' · ');

/** 转交 to one colleague or 加签 of several: offers those who may. */
export default function ColleagueDialogs(props: Props) {
  const { kind, order, onClose } = props;
  const [people, setPeople] = useState<Colleague[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(auditColleagues, { id: order.id, kind }).then(
      ({ members }) => setPeople(members),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [order.id, kind]);
  if (people?.length) return kind === 'TRANSFER' ? <TransferForm {...props} people={people} /> : <AskForm {...props} people={people} />;
  const nobody = kind === 'TRANSFER' ? '没有其他有审核权限、且能看到该订单的同事' : '没有其他能看到该订单的同事';
  return (
    <Dialog open onClose={onClose} title={kind === 'TRANSFER' ? '转交审核' : '加签'}>
      {problem ? <EmptyState kind="error" title={problem} /> : people ? <EmptyState title={nobody} /> : <Skeleton lines={4} />}
    </Dialog>
  );
}

const planned = (typed: string): string => (typed ? `拟修改：${typed}`.slice(0, 200) : '');

type Formed = Props & { people: readonly Colleague[] };

const Transfer = z.object({ memberId: z.string().min(1, '请选择接手的同事'), reason: z.string().trim().max(200, '转交说明不能超过200个字') });
type Transfer = z.infer<typeof Transfer>;

function TransferForm({ order, typed, people, onClose, onDone }: Formed) {
  const [key] = useState(newKey);
  const submit = async (values: Transfer) => {
    await call(auditTransfer, { id: order.id, rowVersion: order.rowVersion, ...values }, { key });
    toast(`订单${order.no}的审核已转交给${people.find((one) => one.id === values.memberId)?.name}`, 'ok');
    onDone();
  };
  const defaults = { memberId: people.length === 1 ? (people[0]?.id ?? '') : '', reason: planned(typed) };
  return (
    <FormDialog<Transfer> open onClose={onClose} title={`转交审核 · 订单${order.no}`} ok="转交" schema={Transfer} defaults={defaults} submit={submit}>
      {typed && <Alert tone="warn">您填写的数量与价格修改不会随转交生效，已写进转交说明，供接手的同事参考</Alert>}
      <Field name="memberId" label="转交给" required hint="转交后只有对方或管理员可以通过、驳回；您可以收回">
        <Combobox options={people.map((one) => ({ value: one.id, label: labelOf(one) }))} placeholder="输入姓名" />
      </Field>
      <Field name="reason" label="转交说明">
        <Textarea rows={3} maxLength={200} />
      </Field>
    </FormDialog>
  );
}

const Ask = z.object({
  memberIds: z.array(z.string()).min(1, '请选择加签的同事').max(10, '一次最多加签10位同事'),
  question: z.string().trim().min(1, '请填写加签说明').max(200, '加签说明不能超过200个字'),
});
type Ask = z.infer<typeof Ask>;

function AskForm({ order, typed, people, onClose, onDone }: Formed) {
  const [key] = useState(newKey);
  const submit = async (values: Ask) => {
    await call(auditAsk, { id: order.id, rowVersion: order.rowVersion, ...values }, { key });
    toast(`已请${values.memberIds.length}位同事加签`, 'ok');
    onDone();
  };
  return (
    <FormDialog<Ask>
      open
      onClose={onClose}
      title={`加签 · 订单${order.no}`}
      ok="发送"
      schema={Ask}
      defaults={{ memberIds: [], question: planned(typed) }}
      submit={submit}
    >
      {typed && <Alert>您填写的修改已写进加签说明，并在本页为您保留，通过时才生效</Alert>}
      <Field name="memberIds" label="请谁加签" required hint="所选同事全部同意后才能通过；驳回不受影响，加签可以撤回">
        <People people={people} />
      </Field>
      <Field name="question" label="加签说明" required>
        <Textarea rows={3} maxLength={200} placeholder="例如：客户有逾期欠款，这单能否放行？" />
      </Field>
    </FormDialog>
  );
}

function People({ people, value, onChange, id, ...aria }: InputProps<string[]> & { people: readonly Colleague[] }) {
  const picked = value || [];
  return (
    <fieldset
      id={id}
      aria-label="请谁加签"
      aria-describedby={aria['aria-describedby']}
      className="grid max-h-52 grid-cols-1 gap-x-4 gap-y-1 overflow-y-auto rounded border border-line p-3 sm:grid-cols-2"
    >
      {people.map((one) => (
        <Checkbox key={one.id} checked={picked.includes(one.id)} onChange={(on) => onChange?.(on ? [...picked, one.id] : picked.filter((id) => id !== one.id))}>
          {labelOf(one)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
