import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Alert, Progress } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import type { OpenInfo as Info } from '../identityVerification.schema';
import { identityVerificationTones, standings } from '../identityVerificationState';

const SOON_DAYS = 30;

export default function OpenInfo({ info }: { info: Info }) {
  const { daysLeft } = info;
  const until = info.expiresOn ? <DateTime value={info.expiresOn} kind="date" /> : '长期有效';
  return (
    <DetailPage
      title={info.company}
      status={<StatusTag status={info.standing} names={standings} tones={identityVerificationTones} />}
      facts={[
        { label: '开通时间', value: <DateTime value={info.openedAt} kind="date" /> },
        { label: '到期日期', value: until },
        { label: '已开通模块', value: `${info.modules.filter((one) => one.open).length}个` },
      ]}
      actions={[{ label: info.standing === 'APPROVED' ? '查看实名认证' : '去实名认证', href: '/portal/account/authReal' }]}
    >
      {daysLeft !== null && daysLeft <= SOON_DAYS && (
        <Alert tone={daysLeft < 0 ? 'danger' : 'warn'}>
          {daysLeft < 0 ? `服务已于${info.expiresOn}到期，请联系平台续期` : `服务将于${info.expiresOn}到期，还有${daysLeft}天，请联系平台续期`}
        </Alert>
      )}
      <DetailSection title="开户资料">
        <Descriptions
          items={[
            { label: '企业名称', value: info.company },
            { label: '统一社会信用代码', value: info.uscc, copy: true },
            { label: '企业编号', value: info.code, copy: true },
            ...(info.parent ? [{ label: '上级企业', value: info.parent.tenantName }] : []),
            ...(info.sons.length ? [{ label: '下级企业', value: info.sons.map((one) => one.tenantName).join('、') }] : []),
          ]}
        />
      </DetailSection>
      <DetailSection title="功能模块">
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {info.modules.map((one) => (
            <li key={one.name} className="flex min-h-12 items-center justify-between gap-3 rounded border border-line px-4">
              <span className={one.open ? 'font-medium' : 'text-ink-2'}>{one.name}</span>
              <Tag tone={one.open ? 'ok' : 'neutral'}>{one.open ? '已开通' : '未开通'}</Tag>
            </li>
          ))}
        </ul>
      </DetailSection>
      <DetailSection title="配额与用量" note="打开页面时统计">
        <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          {info.quotas.map((one) => (
            <li key={one.name}>
              <p className="mb-1.5 flex justify-between gap-3">
                <span className="font-medium">{one.name}</span>
                <span className="figures">
                  {one.used}
                  {one.limit === null ? one.unit : ` / ${one.limit} ${one.unit}`}
                </span>
              </p>
              {one.limit !== null && <Progress value={one.used} max={one.limit} label={`${Math.round((one.used / one.limit) * 100)}%`} />}
              <p className="mt-1 text-sm text-ink-3">{one.note}</p>
            </li>
          ))}
        </ul>
      </DetailSection>
    </DetailPage>
  );
}
