import { useState } from 'react';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import type { CustomerDetail } from '../customer.schema';
import { accountStates } from '../customerNames';
import type { CustomerAccountsSlot } from '../slots';

type Account = CustomerDetail['accounts'][number];

/** Fetched when first opened: the form kit stays out of the page. */
const BindDialog = late(() => import('./BindDialog'));

const [slot] = Object.values(import.meta.glob<CustomerAccountsSlot>('../../*/slots/customerAccounts.tsx', { eager: true }));

/** Who logs in for the customer. */
export function AccountsTab({ customer, onChanged }: { customer: CustomerDetail; onChanged: () => void }) {
  const [binding, setBinding] = useState(false);
  const unbind = async (account: Account) => {
    if (!(await confirm({ title: `解绑账号“${account.name}”？`, body: '解绑后该账号不能再以此客户的身份登录下单。', tone: 'danger', ok: '解绑' }))) return;
    await call(calls.customerUnbind, { customerId: customer.id, bindingId: account.id });
    onChanged();
  };
  const resend = async (account: Account) => {
    const { mobile } = await call(calls.customerPasswordLink, { customerId: customer.id, bindingId: account.id });
    toast(`设置密码的链接将以短信发送到 ${mobile}，之前的链接已失效`, 'ok');
  };
  const bind = <Button onPress={() => setBinding(true)}>绑定账号</Button>;
  return (
    <div className="flex flex-col items-start gap-3">
      {slot ? <slot.Accounts customerId={customer.id} beside={bind} /> : bind}
      <div className="w-full">
        <DetailTable<Account>
          caption="登录账号"
          rows={customer.accounts}
          empty="暂无登录账号，绑定后客户可自行下单"
          columns={[
            { key: 'name', title: '姓名' },
            { key: 'mobile', title: '手机号' },
            { key: 'status', title: '状态', cell: (one) => <StatusTag status={one.status} names={accountStates} /> },
            { key: 'passwordSet', title: '登录密码', cell: (one) => (one.passwordSet ? '已设置' : <Tag tone="warn">未设置</Tag>) },
            { key: 'createdAt', title: '绑定时间', kind: 'minute' },
          ]}
          rowActions={(one) => [!one.passwordSet && { label: '重发设置密码短信', onPress: () => resend(one) }, { label: '解绑', onPress: () => unbind(one) }]}
        />
      </div>
      {binding && <BindDialog customer={customer} onClose={() => setBinding(false)} onDone={onChanged} />}
    </div>
  );
}
