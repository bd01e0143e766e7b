import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { askPasskey } from '~/domains/account/pickers/askPasskey';
import { CodeInput } from '~/domains/account/pickers/CodeInput';
import { PasswordInput } from '~/domains/account/pickers/PasswordInput';
import { passkeysWork } from '~/domains/account/pickers/passkeys';
import { SealPicture } from '~/domains/seal/pickers/SealPicture';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Checkbox, RadioGroup } from '~/ui/kit/Checks';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import { contractSign, contractSignCode, contractSignInfo } from '../calls';
import type { ContractDetail, Signer } from '../contract.schema';

type Options = AnswerOf<typeof contractSignInfo>;
interface Draft {
  way: 'code' | 'passkey';
  code: string;
  password: string;
  agreed: boolean;
}

/** 签署: which seal, who one is, and that one means it. */
export default function SignDialog({ contract, signer, onClose }: { contract: ContractDetail; signer: Signer; onClose: () => void }) {
  const [options, setOptions] = useState<Options>();
  const [problem, setProblem] = useState('');
  const [key] = useState(newKey);
  useEffect(() => {
    call(contractSignInfo, { id: contract.id, signerId: signer.id }).then(setOptions, (error: unknown) => setProblem(sentenceOf(error)));
  }, [contract.id, signer.id]);
  const sign = async (draft: Draft) => {
    const passkey = draft.way === 'passkey' ? await askPasskey() : null;
    if (draft.way === 'passkey' && !passkey) throw new Error('已取消通行密钥验证');
    await call(
      contractSign,
      {
        id: contract.id,
        version: contract.version,
        signerId: signer.id,
        agreed: draft.agreed as true,
        ...(passkey ? { passkey } : { code: draft.code, password: draft.password }),
      },
      { key },
    );
    toast(`合同${contract.no}已签署`, 'ok');
    location.reload();
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`签署合同${contract.no}`}
      ok="确认签署"
      defaults={{ way: 'code', code: '', password: '', agreed: false }}
      submit={sign}
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!options && !problem && <Spinner />}
      {options && <Steps contract={contract} signer={signer} options={options} />}
    </FormDialog>
  );
}

function Steps({ contract, signer, options }: { contract: ContractDetail; signer: Signer; options: Options }) {
  const way = useWatch<Draft, 'way'>({ name: 'way' });
  return (
    <>
      <p className="text-sm text-ink-2">
        以“{signer.orgName}”（{signer.roleName}）的名义签署《{contract.title}》。
      </p>
      {contract.needsRealName && !options.realName && <Alert tone="warn">该合同要求签署人实名认证，您尚未通过认证，请先在账号设置中完成。</Alert>}
      <div className="flex justify-center">
        <SealPicture art={{ shapes: options.seal.shapes }} picture={options.seal.picture} label={`${signer.orgName}${options.seal.name}`} size={128} />
      </div>
      {options.passkeys > 0 && passkeysWork() && (
        <Field name="way" label="身份验证">
          <RadioGroup
            options={[
              { value: 'code', label: '短信验证码和密码' },
              { value: 'passkey', label: '通行密钥' },
            ]}
          />
        </Field>
      )}
      {way === 'code' && (
        <>
          <Field name="code" label="短信验证码" required hint={`发送到${options.mobile.slice(0, 3)}****${options.mobile.slice(-4)}`}>
            <CodeInput send={() => call(contractSignCode, { id: contract.id })} />
          </Field>
          <Field name="password" label="登录密码" required>
            <PasswordInput autoComplete="current-password" />
          </Field>
        </>
      )}
      <Field name="agreed" label="确认">
        <Checkbox>我已阅读合同全文，同意以电子签名方式签署</Checkbox>
      </Field>
    </>
  );
}
