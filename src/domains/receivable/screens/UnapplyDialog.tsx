import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Dialog } from '~/ui/kit/Dialog';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { receiptDetail } from '../calls';
import { unapplyDialog } from './receivableActions';

interface Props {
  id: string;
  onClose: () => void;
  onDone: () => void;
}

/** The matches of a receipt that still stand, to take one back without leaving the list. */
export function UnapplyDialog({ id, onClose, onDone }: Props) {
  const [receipt, setReceipt] = useState<AnswerOf<typeof receiptDetail>>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(receiptDetail, { id }).then(setReceipt, (error: unknown) => setProblem(messageOf(error)));
  }, [id]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`反核销${receipt ? ` · 收款单${receipt.no}` : ''}`}
      width="lg"
      note="选择要撤回的核销：应收单重新变为未收，金额回到客户资金账户"
    >
      {problem && <EmptyState kind="error" title={problem} />}
      {!receipt && !problem && <Skeleton lines={4} />}
      {receipt && (
        <DetailTable
          caption="有效的核销"
          rows={receipt.applies.filter((apply) => !apply.reversedAt)}
          columns={[
            { key: 'receivableNo', title: '应收单号', fixed: true },
            { key: 'sourceNo', title: '来源单' },
            { key: 'amount', title: '核销(元)', kind: 'money' },
            { key: 'discount', title: '尾差(元)', kind: 'money' },
            { key: 'at', title: '时间', kind: 'minute' },
          ]}
          rowActions={(apply) => [
            {
              label: '反核销',
              onPress: async () => {
                if (!(await unapplyDialog(receipt, apply))) return;
                onClose();
                onDone();
              },
            },
          ]}
        />
      )}
    </Dialog>
  );
}
