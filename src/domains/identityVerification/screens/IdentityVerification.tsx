import { useState } from 'react';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { call } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { Alert, EmptyState } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Steps } from '~/ui/kit/Steps';
import { Tabs } from '~/ui/kit/Tabs';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { identityVerificationMine, identityVerificationWithdraw } from '../calls';
import type { Application, MyIdentityVerification } from '../identityVerification.schema';
import {
  applicationStates,
  type IdentityVerificationKind,
  identityVerificationKinds,
  identityVerificationTones,
  type Standing,
  standings,
  steps,
} from '../identityVerificationState';

/** Fetched when somebody applies: the form kit stays out of the page. */
const IdentityVerificationForm = late(async () => ({ default: (await import('./IdentityVerificationForm')).IdentityVerificationForm }));

export default function IdentityVerification({ mine: first }: { mine: MyIdentityVerification }) {
  const [mine, setMine] = useState(first);
  const [applying, setApplying] = useState<IdentityVerificationKind | null>(null);
  const reload = async () => {
    setMine(await call(identityVerificationMine, {}));
    setApplying(null);
  };
  if (applying) return <IdentityVerificationForm kind={applying} mine={mine} onDone={reload} onCancel={() => setApplying(null)} />;
  const panel = (kind: IdentityVerificationKind, subject: MyIdentityVerification['enterprise']) => (
    <Standings kind={kind} {...subject} onApply={() => setApplying(kind)} onChanged={reload} />
  );
  return (
    <Card>
      <Tabs
        label="认证类型"
        items={[
          {
            value: 'ENTERPRISE',
            label: identityVerificationKinds.ENTERPRISE,
            count: standings[mine.enterprise.standing],
            content: panel('ENTERPRISE', mine.enterprise),
          },
          { value: 'PERSON', label: identityVerificationKinds.PERSON, count: standings[mine.person.standing], content: panel('PERSON', mine.person) },
        ]}
      />
    </Card>
  );
}

const reached: Record<Standing, number> = { NONE: 0, PENDING: 4, CHANGING: 4, REJECTED: 4, APPROVED: 5 };
const sayings: Record<Standing, string> = {
  NONE: '',
  PENDING: '申请已提交，平台将在1个工作日内审核，结果会通过消息通知您。',
  APPROVED: '认证信息已生效。信息有变化时可以申请变更，变更审核期间原认证继续有效。',
  REJECTED: '',
  CHANGING: '变更申请正在审核，审核期间原认证继续有效。',
};

interface Props {
  kind: IdentityVerificationKind;
  standing: Standing;
  applications: Application[];
  onApply: () => void;
  onChanged: () => Promise<void>;
}

function Standings({ kind, standing, applications, onApply, onChanged }: Props) {
  const name = identityVerificationKinds[kind];
  if (standing === 'NONE')
    return (
      <EmptyState
        title={`尚未完成${name}`}
        note={kind === 'ENTERPRISE' ? '需要营业执照、法人身份证号和对公账户；认证后客户与平台可以核实企业身份' : '需要本人身份证；认证后可以代表企业签署文件'}
        actions={[{ label: `开始${name}`, tone: 'primary', onPress: onApply }]}
      />
    );
  const pending = applications.find((one) => one.status === 'PENDING');
  const shown = pending ?? applications.find((one) => one.status === 'APPROVED') ?? (applications[0] as Application);
  const withdraw = async () => {
    if (!pending || !(await confirm({ title: '撤回认证申请？', body: '撤回后可以修改资料重新提交。', ok: '撤回' }))) return;
    await call(identityVerificationWithdraw, { id: pending.id, version: pending.version });
    toast('已撤回', 'ok');
    await onChanged();
  };
  return (
    <div className="flex flex-col gap-4">
      <Steps
        items={(kind === 'ENTERPRISE' ? steps : steps.filter((step) => step !== '法人' && step !== '账户')).map((title) => ({ title }))}
        current={kind === 'ENTERPRISE' ? reached[standing] : Math.min(reached[standing], standing === 'APPROVED' ? 3 : 2)}
        failed={standing === 'REJECTED'}
      />
      {standing === 'REJECTED' ? (
        <Alert tone="danger" title="认证被驳回" actions={[{ label: '修改后重新提交', onPress: onApply }]}>
          {shown.reason}
        </Alert>
      ) : (
        <Alert
          tone={standing === 'APPROVED' ? 'ok' : 'info'}
          title={standings[standing]}
          actions={[pending ? { label: '撤回申请', onPress: withdraw } : { label: '申请变更', onPress: onApply }]}
        >
          {sayings[standing]}
        </Alert>
      )}
      <ApplicationFacts application={shown} />
      <AttachmentPanel type="real_name" subjectId={shown.id} />
      <DetailSection title="申请记录" flush>
        <DetailTable
          caption="申请记录"
          rows={applications}
          columns={[
            { key: 'submittedAt', title: '提交时间', kind: 'minute' },
            { key: 'applicant', title: '提交人' },
            { key: 'status', title: '结果', cell: (row) => <StatusTag status={row.status} names={applicationStates} tones={identityVerificationTones} /> },
            { key: 'reason', title: '驳回原因', width: 200, wrap: true, cell: (row) => row.reason || '- -' },
            { key: 'decidedAt', title: '审核时间', kind: 'minute' },
          ]}
        />
      </DetailSection>
    </div>
  );
}

interface FactsProps {
  application: Application;
  full?: { idCard: string; bankAccount: string; mobile: string } | null;
  columns?: 2 | 3;
}

/** What was declared; numbers as the server masks them. */
export function ApplicationFacts({ application, full, columns = 3 }: FactsProps) {
  const company = application.kind === 'ENTERPRISE';
  return (
    <Descriptions
      columns={columns}
      items={[
        company && { label: '企业名称', value: application.companyName },
        company && { label: '统一社会信用代码', value: application.uscc, copy: true },
        { label: company ? '法定代表人' : '姓名', value: application.personName },
        { label: '身份证号', value: full?.idCard || application.idCard },
        { label: '手机号', value: full?.mobile || application.mobile },
        company && { label: '开户行', value: application.bankName },
        company && { label: '对公账号', value: full?.bankAccount || application.bankAccount },
        { label: '提交人', value: application.applicant },
        { label: '提交时间', value: <DateTime value={application.submittedAt} kind="minute" /> },
      ]}
    />
  );
}
