import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { certificateList, certificateRevoke } from '../calls';
import { certificateKinds, certificateStates, certificateTones } from '../certificate';
import type { CertificateRow } from '../certificate.schema';
import { ORDER_HOME } from './homes';

async function revoked(row: CertificateRow): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `吊销“${row.name}”的证书？`,
    body: '吊销后不能再用它签署，下次签署时换发新证书；吊销之前签署的合同仍然有效。吊销后不能恢复。',
    tone: 'danger',
    ok: '吊销',
    reason: { label: '吊销原因', max: 200 },
  });
  if (!agreed) return false;
  await call(certificateRevoke, { id: row.id, reason: agreed.reason }, { key });
  toast('证书已吊销', 'ok');
  return true;
}

/** 数字证书: with which companies sign, until when, and which are taken back. */
export default function CertificateList({ first, query }: { first: AnswerOf<typeof certificateList>; query: Record<string, string> }) {
  return (
    <ListPage<CertificateRow>
      title="数字证书"
      source={{ id: 'contract/certificates', first, query, load: (q) => call(certificateList, q as never) }}
      filters={[
        { kind: 'select', key: 'kind', label: '类型', options: optionsOf(certificateKinds) },
        { kind: 'select', key: 'state', label: '状态', options: optionsOf(certificateStates) },
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
        { kind: 'text', key: 'serial', label: '证书序列号', placeholder: '完整序列号' },
      ]}
      columns={[
        {
          key: 'name',
          title: '证书主体',
          fixed: true,
          width: 180,
          wrap: true,
          cell: (row) => (row.customerId ? <Link href={href('/portal/customer/detail', { id: row.customerId })}>{row.name}</Link> : row.name),
        },
        { key: 'kind', title: '类型', brief: true, cell: (row) => certificateKinds[row.kind] },
        {
          key: 'issuer',
          title: '颁发者',
          width: 170,
          wrap: true,
          cell: (row) =>
            row.provided ? (
              <>
                {row.issuer} <Tag>服务商保管</Tag>
              </>
            ) : (
              row.issuer
            ),
        },
        { key: 'serial', title: '序列号', width: 180, wrap: true, cell: (row) => <span className="break-all font-mono text-sm">{row.serial}</span> },
        { key: 'validFrom', title: '生效时间', kind: 'minute', off: true },
        { key: 'validTo', title: '到期时间', kind: 'minute', sortable: true },
        { key: 'state', title: '状态', brief: true, cell: (row) => <StatusTag status={row.state} names={certificateStates} tones={certificateTones} /> },
        { key: 'uses', title: '签署次数', align: 'right', cell: (row) => (row.uses >= 1000 ? '1000+' : row.uses) },
        { key: 'revokeReason', title: '吊销说明', width: 160, wrap: true, cell: (row) => (row.revokedBy ? `${row.revokedBy}：${row.revokeReason}` : '- -') },
      ]}
      buttons={(list) => [{ label: '印章', href: `${ORDER_HOME}/seal` }, exportAction('contract-certificate', list)]}
      rowActions={(row, list) => [
        (row.state === 'ACTIVE' || row.state === 'SOON') &&
          row.kind !== 'AUTHORITY' && { label: '吊销', tone: 'danger', onPress: async () => (await revoked(row)) && list.reload() },
      ]}
    />
  );
}
