import { useState } from 'react';
import { z } from 'zod';
import { call, newKey } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { RadioGroup } from '~/ui/kit/Checks';
import { Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { auditAnswer } from '../../audit/auditCalls';
import { type ApprovalTask, answers } from '../../audit/auditTask';

const Draft = z
  .object({ answer: z.enum(['', 'AGREE', 'DISAGREE']), reply: z.string().trim().max(200, '意见不能超过200个字') })
  .superRefine(({ answer, reply }, at) => {
    if (answer === '') at.addIssue({ code: 'custom', path: ['answer'], message: '请选择同意或不同意' });
    if (answer === 'DISAGREE' && reply === '') at.addIssue({ code: 'custom', path: ['reply'], message: '不同意请写明理由' });
  });
type Draft = z.infer<typeof Draft>;

interface Props {
  task: ApprovalTask;
  no: string;
  onClose: () => void;
  onDone: () => void;
}

/** 同意 or 不同意, with words the auditor reads. */
export default function AnswerDialog({ task, no, onClose, onDone }: Props) {
  const [key] = useState(newKey);
  const submit = async ({ answer, reply }: Draft) => {
    if (answer === '') return;
    await call(auditAnswer, { id: task.id, answer, reply }, { key });
    toast(`已答复：${answers[answer]}`, 'ok');
    onDone();
  };
  return (
    <FormDialog<Draft> open onClose={onClose} title={`加签 · 订单${no}`} ok="提交答复" schema={Draft} defaults={{ answer: '', reply: '' }} submit={submit}>
      <Descriptions items={[{ label: `${task.giver}的加签说明`, value: task.words, span: 3 }]} />
      <Field name="answer" label="您的意见" required hint="答复后不能修改；您的答复不等于审核，是否通过由审核人决定">
        <RadioGroup options={optionsOf(answers)} />
      </Field>
      <Field name="reply" label="说明（不同意必填）">
        <Textarea rows={3} maxLength={200} />
      </Field>
    </FormDialog>
  );
}
