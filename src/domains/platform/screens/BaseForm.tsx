import { useState } from 'react';
import { z } from 'zod';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { uploadFile } from '~/domains/file/pickers/uploadFile';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { useHoldForm } from '~/ui/form/FormContext';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Button } from '~/ui/kit/Button';
import { FileDrop } from '~/ui/kit/FileDrop';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Link } from '~/ui/kit/Link';
import { toast } from '~/ui/kit/toast';
import { Company } from '../base.schema';
import { baseRead, baseSave } from '../calls';

type First = AnswerOf<typeof baseRead>;
const Draft = Company.extend({
  idleMinutes: z.string().regex(/^\d{1,4}$/, '请输入5到1440的整数（分钟）'),
  passwordLength: z.string().regex(/^\d{1,2}$/, '请输入8到32的整数（位）'),
});
type Draft = z.input<typeof Draft>;

const draftOf = ({ settings }: First): Draft => ({
  ...settings,
  idleMinutes: String(settings.idleMinutes ?? 120),
  passwordLength: String(settings.passwordLength ?? 8),
});
const latestBase = async () => {
  const now = await call(baseRead, {});
  return { values: draftOf(now), version: now.version };
};

/** What a factory prints about itself, and how safe its people work. */
export default function BaseForm({ first, ways }: { first: First; ways: { label: string; note: string; href: string }[] }) {
  const [version, setVersion] = useState(first.version);
  const submit = async (draft: Draft, _key: string, _confirmed: boolean, latest = version) => {
    const settings = { ...draft, idleMinutes: Number(draft.idleMinutes), passwordLength: Number(draft.passwordLength) };
    const saved = await call(baseSave, { settings, version: latest });
    setVersion(saved.version);
    toast('基础设置已保存', 'ok');
  };
  return (
    <FormPage<Draft> schema={Draft as never} defaults={draftOf(first)} submit={submit} latest={latestBase} draftKey="baseSettings">
      <FormSection title="公司信息" note="打印发货单、订单等单据时显示">
        <Field name="companyName" label="公司名称">
          <Input maxLength={60} />
        </Field>
        <Field name="phone" label="电话">
          <Input maxLength={30} />
        </Field>
        <Field name="address" label="地址">
          <Input maxLength={120} />
        </Field>
        <Field name="bankName" label="开户行">
          <Input maxLength={60} />
        </Field>
        <Field name="bankAccount" label="银行账号">
          <Input maxLength={30} inputMode="numeric" />
        </Field>
        <Field name="logo" label="标志">
          <LogoInput />
        </Field>
        <Field name="printFoot" label="打印页脚" span={3}>
          <Textarea maxLength={200} rows={2} />
        </Field>
      </FormSection>
      <FormSection title="安全">
        <Field name="idleMinutes" label="无操作自动退出" hint="5到1440分钟，不会长于平台的上限">
          <NumberInput decimals={0} unit="分钟" />
        </Field>
        <Field name="passwordLength" label="密码最短长度" hint="8到32位，成员下次设置密码时生效">
          <NumberInput decimals={0} unit="位" />
        </Field>
      </FormSection>
      <FormSection title="数据保留期限" note="超过期限的数据每天自动清理；单据、账本和操作日志长期保留" columns={1}>
        <DetailTable
          caption="数据保留期限"
          rows={first.kept}
          rowKey={(row) => row.key}
          columns={[
            { key: 'title', title: '数据', fixed: true },
            { key: 'days', title: '保留', align: 'right', cell: (row) => `${row.days}天` },
            { key: 'why', title: '用途', wrap: true, width: 260 },
          ]}
        />
      </FormSection>
      {ways.length > 0 && (
        <FormSection title="相关设置" columns={2}>
          {ways.map((way) => (
            <p key={way.href}>
              <Link href={way.href}>{way.label}</Link>
              <span className="block text-sm text-ink-3">{way.note}</span>
            </p>
          ))}
        </FormSection>
      )}
    </FormPage>
  );
}

function LogoInput({ value = '', onChange }: { value?: string; onChange?: (value: string) => void }) {
  const hold = useHoldForm();
  if (!value)
    return (
      <FileDrop
        accept=".png,.jpg,.jpeg,.webp"
        maxMb={2}
        onFile={(file) => {
          hold(uploadFile(file, 'LOGO').then(({ key }) => onChange?.(key))).catch((error: unknown) => toast(messageOf(error), 'error'));
        }}
      />
    );
  return (
    <span className="flex items-center gap-3">
      <img src={fileHref(value, 96)} alt="公司标志" width={48} height={48} className="h-12 w-12 rounded border border-line object-contain" />
      <Button size="sm" onClick={() => onChange?.('')}>
        移除
      </Button>
    </span>
  );
}
