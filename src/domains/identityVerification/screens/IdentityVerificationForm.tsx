import type { z } from 'zod';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Input } from '~/ui/kit/Input';
import { Steps } from '~/ui/kit/Steps';
import { toast } from '~/ui/kit/toast';
import { identityVerificationSubmit } from '../calls';
import { IdentityVerificationInput, type MyIdentityVerification } from '../identityVerification.schema';
import { type IdentityVerificationKind, steps } from '../identityVerificationState';

type Values = z.input<typeof IdentityVerificationInput>;

interface Props {
  kind: IdentityVerificationKind;
  mine: MyIdentityVerification;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** One page in the order of the steps: whoever has the papers at hand fills it without going back and forth. */
export function IdentityVerificationForm({ kind, mine, onDone, onCancel }: Props) {
  const company = kind === 'ENTERPRISE';
  const last = (company ? mine.enterprise : mine.person).applications[0];
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Steps items={(company ? steps : (['类型', '资料', '审核'] as const)).map((title) => ({ title }))} current={1} />
      </Card>
      <FormPage<Values>
        schema={IdentityVerificationInput}
        defaults={{
          kind,
          companyName: last?.companyName || (company ? mine.company : ''),
          uscc: last?.uscc || (company ? mine.uscc : ''),
          personName: last?.personName ?? '',
          idCard: '',
          mobile: '',
          bankName: last?.bankName ?? '',
          bankAccount: '',
          attachments: [],
        }}
        buttons={[{ key: 'submit', label: '提交审核', tone: 'primary' }]}
        footer={
          <div className="text-right">
            <Button onPress={onCancel}>取消</Button>
          </div>
        }
        submit={async (values) => {
          await call(identityVerificationSubmit, values);
          toast('已提交，等待平台审核', 'ok');
          await onDone();
        }}
      >
        {company && (
          <FormSection title="企业资料" columns={2}>
            <Field name="companyName" label="企业名称" required hint="与营业执照一致">
              <Input maxLength={60} />
            </Field>
            <Field name="uscc" label="统一社会信用代码" required>
              <Input maxLength={24} />
            </Field>
          </FormSection>
        )}
        <FormSection title={company ? '法定代表人' : '本人信息'} columns={3} note="证件号加密保存，只显示首尾几位">
          <Field name="personName" label="姓名" required>
            <Input maxLength={30} />
          </Field>
          <Field name="idCard" label="身份证号" required>
            <Input maxLength={18} />
          </Field>
          <Field name="mobile" label="手机号">
            <Input type="tel" maxLength={11} />
          </Field>
        </FormSection>
        {company && (
          <FormSection title="对公账户" columns={2} note="账号加密保存">
            <Field name="bankName" label="开户行" required hint="填写到支行">
              <Input maxLength={60} />
            </Field>
            <Field name="bankAccount" label="对公账号" required>
              <Input maxLength={40} />
            </Field>
          </FormSection>
        )}
        <FormSection title="证明材料" columns={1}>
          <Field name="attachments" label={company ? '营业执照、法人身份证正反面' : '身份证正反面'} required hint="最多6个文件，请上传清晰的照片或PDF扫描件">
            <AttachmentInput max={6} />
          </Field>
        </FormSection>
      </FormPage>
    </div>
  );
}
