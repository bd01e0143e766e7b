import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { itemHappen } from '../calls';
import { dueWords, happenings } from '../plan';
import type { PlanDetail, PlanItem } from '../plan.schema';

/** 登记触发: what an item waited for has happened. */
export default function HappenDialog({ plan, item, onClose }: { plan: Pick<PlanDetail, 'id' | 'version' | 'no'>; item: PlanItem; onClose: () => void }) {
  const key = useMemo(newKey, []);
  const what = item.dueBy === 'DATE' ? '' : happenings[item.dueBy];
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`登记触发：第${item.seq}期`}
      ok={item.provisional ? '确定到期日' : '生成应收'}
      defaults={{ happenedOn: '' }}
      submit={async ({ happenedOn }) => {
        await call(itemHappen, { id: plan.id, version: plan.version, itemId: item.id, happenedOn }, { key });
        toast(`应收计划${plan.no}第${item.seq}期${item.provisional ? '到期日已确定' : '已生成应收'}`, 'ok');
        location.reload();
      }}
    >
      <Field name="happenedOn" label={`${what}日期`} required hint={`约定${dueWords(item)}到期，金额${formatMoney(item.amount)}元`}>
        <DateInput />
      </Field>
    </FormDialog>
  );
}
