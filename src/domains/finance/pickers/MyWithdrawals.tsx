import { useMemo, useState } from 'react';
import { call, newKey } from '~/shell/call';
import { FormDialog } from '~/ui/form/FormDialog';
import { confirm } from '~/ui/kit/confirm';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { myWithdrawalAsk, myWithdrawalCancel, myWithdrawals } from '../myCalls';
import { withdrawalStates } from '../withdrawal';
import type { MyWithdrawal } from '../withdrawal.schema';
import { blankWithdrawal, WithdrawalFields } from './WithdrawalFields';

/** Money the dealer takes out of its balance. */
export default function MyWithdrawals({ available }: { available: string }) {
  const [asking, setAsking] = useState<(() => void) | null>(null);
  return (
    <>
      <ListPage<MyWithdrawal>
        title="提现"
        source={{ id: 'finance/myWithdrawals', local: true, query: {}, load: (q) => call(myWithdrawals, q as never) }}
        filters={[
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(withdrawalStates) },
          { kind: 'text', key: 'no', label: '提现单号' },
        ]}
        buttons={(list) => [{ label: '申请提现', tone: 'primary', onPress: () => setAsking(() => list.reload) }]}
        columns={[
          { key: 'no', title: '提现单号', fixed: true },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={withdrawalStates} /> },
          { key: 'amount', title: '金额(元)', kind: 'money' },
          { key: 'payee', title: '收款户名' },
          { key: 'bankAccount', title: '银行账号' },
          { key: 'createdAt', title: '申请时间', kind: 'minute' },
          { key: 'paidAt', title: '付款时间', kind: 'minute' },
          { key: 'reason', title: '原因', wrap: true },
        ]}
        rowActions={(row, list) => [row.status === 'PENDING' && { label: '撤销', onPress: async () => (await cancelled(row)) && list.reload() }]}
      />
      {asking && <AskDialog available={available} onClose={() => setAsking(null)} onDone={asking} />}
    </>
  );
}

async function cancelled({ id, no, version }: MyWithdrawal): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `撤销提现单${no}？`, tone: 'danger', ok: '撤销', reason: { label: '原因', max: 200 } });
  if (!agreed) return false;
  await call(myWithdrawalCancel, { id, version, reason: agreed.reason }, { key });
  toast(`提现单${no}已撤销`, 'ok');
  return true;
}

function AskDialog({ available, onClose, onDone }: { available: string; onClose: () => void; onDone: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title="申请提现"
      defaults={blankWithdrawal}
      ok="提交"
      submit={async (draft) => {
        const { no } = await call(myWithdrawalAsk, draft, { key });
        toast(`提现单${no}已提交，等待厂家审批`, 'ok');
        onDone();
      }}
    >
      <WithdrawalFields available={available} />
    </FormDialog>
  );
}
