import { useState } from 'react';
import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { type billingDetail, billingMail } from '../calls';

type Doc = AnswerOf<typeof billingDetail>;
const Draft = z.object({ email: z.email('邮箱格式不正确') });

/** 发送邮箱: the numbers, with the files of the document. */
export default function MailDialog({ doc, onClose, onDone }: { doc: Doc; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const submit = async ({ email }: { email: string }) => {
    await call(billingMail, { id: doc.id, version: doc.version, email }, { key });
    toast(`发票已交付发送到${email}`, 'ok');
    onDone();
  };
  return (
    <FormDialog<{ email: string }> open onClose={onClose} title="发送发票到邮箱" ok="发送" schema={Draft} defaults={{ email: doc.email }} submit={submit}>
      <Field name="email" label="邮箱" required>
        <Input type="email" maxLength={100} />
      </Field>
      <p className="text-sm text-ink-3">
        {doc.files.length
          ? `随信附上${doc.files.length}个文件：${doc.files.map((file) => file.name).join('、')}`
          : '还没有上传发票文件，信中只有发票号码和金额。'}
      </p>
    </FormDialog>
  );
}
