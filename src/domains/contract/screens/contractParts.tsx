import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import { Timeline } from '~/ui/kit/Timeline';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { type SignWay, sealKinds, signerStates, signerTones, signWays } from '../contract';
import type { ContractDetail, Revision, Signer } from '../contract.schema';

/** Who signs, and with which certificate each did. */
export const Signers = ({ rows }: { rows: readonly Signer[] }) => (
  <DetailTable<Signer>
    caption="签署方"
    rows={rows}
    columns={[
      { key: 'seq', title: '顺序' },
      { key: 'roleName', title: '身份' },
      { key: 'orgName', title: '签署方', width: 180, wrap: true },
      { key: 'sealKind', title: '印章', cell: (row) => sealKinds[row.sealKind] },
      { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={signerStates} tones={signerTones} /> },
      {
        key: 'person',
        title: '签署人',
        cell: (row) =>
          row.person ? (
            <span className="inline-flex items-center gap-1">
              {row.person}
              {row.status === 'SIGNED' && <Tag tone={row.realName ? 'ok' : 'neutral'}>{row.realName ? '已实名' : '未实名'}</Tag>}
            </span>
          ) : (
            '- -'
          ),
      },
      { key: 'way', title: '身份验证', cell: (row) => (row.way ? signWays[row.way as SignWay] : '- -') },
      { key: 'at', title: '签署时间', kind: 'time' },
      {
        key: 'certSerial',
        title: '证书',
        width: 220,
        wrap: true,
        cell: (row) =>
          row.certSerial ? (
            <span className="text-sm">
              {row.certSubject}
              <br />
              <span className="break-all font-mono text-ink-3">{row.certSerial}</span>
            </span>
          ) : (
            '- -'
          ),
      },
      { key: 'tsaAt', title: '时间戳', cell: (row) => (row.tsaAt ? <DateTime value={row.tsaAt} /> : row.at && row.status === 'SIGNED' ? '签名时间' : '- -') },
      { key: 'reason', title: '说明', width: 140, wrap: true },
    ]}
  />
);

/** Every state of the file, each to be downloaded. */
export function Revisions({ contract }: { contract: ContractDetail }) {
  if (!contract.revisions.length) return null;
  return (
    <DetailSection title="文件版本" note="每次签署保存一个版本，不覆盖" flush>
      <DetailTable<Revision>
        caption="文件版本"
        rows={contract.revisions}
        columns={[
          { key: 'no', title: '版本', cell: (row) => `第${row.no}版` },
          { key: 'signer', title: '来源' },
          { key: 'at', title: '时间', kind: 'time' },
          { key: 'size', title: '大小', align: 'right', cell: (row) => `${(row.size / 1024).toFixed(1)} KB` },
          { key: 'sha256', title: 'SHA-256', width: 300, wrap: true, cell: (row) => <span className="break-all font-mono text-sm">{row.sha256}</span> },
        ]}
        rowActions={(row) => [
          { label: '下载', href: `/web/saas-contract/contract/download?id=${contract.id}&revision=${row.no}&download=true`, external: true },
        ]}
      />
    </DetailSection>
  );
}

/** The hash-chained log. */
export const Chain = ({ contract }: { contract: ContractDetail }) => (
  <DetailSection title="签署日志" note="逐条哈希链接，改动任何一条都会被发现">
    {!contract.chained && (
      <Alert tone="danger" title="日志哈希不一致">
        有记录被改动或缺失，请联系管理员核查。
      </Alert>
    )}
    <Timeline
      items={[...contract.events].reverse().map((one) => ({
        title: one.action,
        who: one.actor,
        time: <DateTime value={one.at} />,
        note: (
          <span className="flex flex-col">
            {one.note && <span>{one.note}</span>}
            {one.address && <span className="text-ink-3">来自 {one.address}</span>}
            <span className="break-all font-mono text-xs text-ink-3">{one.hash}</span>
          </span>
        ),
      }))}
    />
  </DetailSection>
);
