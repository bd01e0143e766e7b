import { href } from '~/portal/href';
import { CUSTOMER_MERGE } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { formatTime } from '~/ui/values/format';
import type { CustomerDetail } from '../customer.schema';
import type { MergeRecord } from '../customerMerge.schema';
import { mergeUndo } from '../partCalls';

/** Merges of this customer that can be taken back, and where a merged record went. */
export function MergesSection({ customer }: { customer: CustomerDetail }) {
  const canUndo = useCan(CUSTOMER_MERGE);
  const open = customer.merges.filter((one) => !one.undone && (one.undoable || customer.status === 'MERGED'));
  const undo = async (one: MergeRecord) => {
    const agreed = await confirm({
      title: `撤销“${one.fromName}”到“${one.intoName}”的合并？`,
      body: '两个客户恢复为合并前的样子。合并过来的资料有变化时不能撤销。',
      tone: 'danger',
      ok: '撤销合并',
    });
    if (!agreed) return;
    const { fromId } = await call(mergeUndo, { id: one.id });
    toast('已撤销合并', 'ok');
    location.assign(href('/portal/customer/detail', { id: customer.status === 'MERGED' ? fromId : customer.id }));
  };
  return open.map((one) => (
    <Alert
      key={one.id}
      tone={customer.status === 'MERGED' && one.intoId !== customer.id ? 'warn' : 'info'}
      title={one.intoId === customer.id ? `已并入“${one.fromName}”（${one.fromCode}）` : `该客户已合并到“${one.intoName}”`}
      actions={[
        one.intoId !== customer.id && { label: `查看${one.intoName}`, href: href('/portal/customer/detail', { id: one.intoId }) },
        one.undoable && canUndo && { label: '撤销合并', onPress: () => undo(one) },
      ].filter((action): action is Exclude<typeof action, false> => action !== false)}
    >
      {`${one.actor} ${formatTime(one.at, 'minute')} 合并${movedText(one)}${one.undoable ? `，${formatTime(one.undoUntil, 'minute')} 前可撤销` : ''}`}
    </Alert>
  ));
}

function movedText(one: MergeRecord): string {
  const parts = one.moved.filter((part) => part.count > 0).map((part) => `${part.name}${part.count}`);
  return parts.length > 0 ? `，移来${parts.join('、')}` : '';
}
