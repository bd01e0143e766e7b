import { useState } from 'react';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { Dialog } from '~/ui/kit/Dialog';
import { toast } from '~/ui/kit/toast';
import type { CustomerDetail } from '../customer.schema';
import { helpersSet } from '../partCalls';

interface Props {
  customer: CustomerDetail;
  members: readonly { id: string; name: string }[];
  onClose: () => void;
  onChanged: () => void;
}

/** Who besides the salesperson works on the customer: they find it under 我参与的. */
export function HelpersDialog({ customer, members, onClose, onChanged }: Props) {
  const [chosen, setChosen] = useState(new Set(customer.helpers.map((one) => one.id)));
  const flip = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const save = async () => {
    await call(helpersSet, { customerId: customer.id, memberIds: [...chosen] });
    toast('已保存', 'ok');
    onChanged();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="协作人"
      note="协作人可查看和处理该客户及其订单、发货、往来等全部单据（按其角色的权限），在“我参与的”中找到该客户"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="primary" onPress={save}>
            保存
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {members
          .filter((one) => one.id !== customer.salesMemberId)
          .map((one) => (
            <li key={one.id}>
              <Checkbox checked={chosen.has(one.id)} onChange={(on) => flip(one.id, on)}>
                {one.name}
              </Checkbox>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
