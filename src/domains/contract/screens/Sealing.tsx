import { CONTRACT_MANAGE } from '~/portal/permissions';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { ActionRow } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { contractReseal } from '../calls';
import type { ContractDetail, Signer } from '../contract.schema';

/** A signature that waits for the provider of its certificate. */
export default function Sealing({ contract, signer }: { contract: ContractDetail; signer: Signer }) {
  const manages = useCan(CONTRACT_MANAGE);
  const ask = async (giveBack: boolean) => {
    const key = newKey();
    if (
      giveBack &&
      !(await confirm({ title: `退回${signer.roleName}的签署？`, body: `${signer.person}的确认作废，需要重新验证身份并签署。`, ok: '退回', tone: 'danger' }))
    )
      return;
    await call(contractReseal, { id: contract.id, version: contract.version, signerId: signer.id, giveBack }, { key });
    toast(giveBack ? '已退回，请通知签署人重新签署' : '已安排重试，请稍后刷新', 'ok');
    if (giveBack) location.reload();
  };
  return (
    <Alert tone="info" title={`${signer.roleName}已确认签署，正在由证书服务商签章`}>
      <span className="flex flex-wrap items-center gap-3">
        <span>
          {signer.person}于<DateTime value={signer.sealingAt ?? undefined} />
          确认。{signer.sealingError ? `上次没有成功：${signer.sealingError}，系统会自动重试。` : '完成后本页显示已签署，可稍后刷新。'}
        </span>
        {manages && (
          <ActionRow
            actions={[
              { label: '立即重试', onPress: () => ask(false) },
              { label: '退回重签', onPress: () => ask(true) },
            ]}
          />
        )}
      </span>
    </Alert>
  );
}
