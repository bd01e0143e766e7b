import type { AnswerOf } from '~/shared/endpoint';
import { fileStates, signatureStates } from '~/shared/signatureVerdict';
import { Descriptions } from '~/ui/detail/Descriptions';
import { Alert } from '~/ui/kit/Feedback';
import type { Tone } from '~/ui/kit/types';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import type { contractVerify } from '../calls';

type Verdict = AnswerOf<typeof contractVerify>;
const tones: Record<Verdict['state'], 'ok' | 'warn' | 'danger' | 'info'> = {
  VALID: 'ok',
  APPENDED: 'warn',
  UNTRUSTED: 'warn',
  INVALID: 'danger',
  UNSIGNED: 'info',
  UNREADABLE: 'danger',
};
const signatureTones: Record<string, Tone> = { VALID: 'ok', UNTRUSTED: 'warn', EXPIRED: 'danger', REVOKED: 'danger', BROKEN: 'danger' };

/** What was found in a file: of the whole, of each signature, and its fingerprint. */
export function VerdictView({ verdict }: { verdict: Verdict }) {
  return (
    <>
      <Alert tone={tones[verdict.state]} title={fileStates[verdict.state]}>
        {verdict.summary}
      </Alert>
      {verdict.signatures.map((one) => (
        <section key={one.field} aria-label={`第${one.revision}个签名`} className="flex flex-col gap-3 rounded-lg border border-line bg-paper p-4">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-lg font-semibold">{one.subject || one.field}</h2>
            <StatusTag status={one.state} names={signatureStates} tones={signatureTones} />
            <span className="ml-auto text-sm text-ink-3">
              第{one.revision}次签署，共{one.revisions}次
            </span>
          </div>
          <Descriptions
            columns={1}
            items={[
              { label: '签署时间', value: <DateTime value={one.stampedAt || one.claimedAt} kind="time" /> },
              { label: '时间来源', value: one.stampedAt ? `时间戳（${one.stampedBy}）` : '签署系统的时钟' },
              { label: '签署原因', value: one.reason },
              { label: '证书颁发者', value: one.issuer },
              { label: '证书序列号', value: <span className="break-all">{one.serial}</span> },
            ]}
          />
          <ul className="flex flex-col gap-1 text-sm">
            {one.checks.map((check) => (
              <li key={check.name} className="flex gap-2">
                <span className={check.ok ? 'text-ok' : 'text-danger'}>{check.ok ? '通过' : '未通过'}</span>
                <span>
                  {check.name}：{check.note}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="text-sm break-all text-ink-3">
        文件指纹（SHA-256）：{verdict.sha256}，{verdict.size}字节，{verdict.pages}页
      </p>
    </>
  );
}
