import { late } from '~/ui/kit/late';
import type { ListHandle, Picked } from '~/ui/list/types';
import type { OrderRow } from '../../views/orderRow.schema';

/** Each fetched when first opened. */
const PaidDialog = late(() => import('../detail/PaidDialog'));
const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));
const OrderPrint = late(() => import('../OrderPrint'));
const AmendDialog = late(() => import('./AmendDialog'));

type Handle = ListHandle<OrderRow>;
export type Opened =
  | { what: 'import'; list: Handle }
  | { what: 'print'; ids: readonly string[] }
  | { what: 'paid'; id: string; list: Handle }
  | { what: 'sales' | 'remark'; picked: Picked<OrderRow>; list: Handle };

/** The one dialog of the order list that is open. */
export default function ListDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.what === 'print') return <OrderPrint ids={opened.ids} onClose={onClose} />;
  if (opened.what === 'import')
    return (
      <ImportDrawer
        type="order"
        title="导入订单"
        onClose={() => {
          opened.list.reload();
          onClose();
        }}
      />
    );
  const done = () => {
    opened.list.reload();
    if (opened.what !== 'paid') opened.picked.clear();
  };
  if (opened.what === 'paid') return <PaidDialog id={opened.id} onClose={onClose} onDone={done} />;
  return <AmendDialog what={opened.what} orders={opened.picked.rows} onClose={onClose} onDone={done} />;
}
