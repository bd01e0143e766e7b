import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { payAuto, payAutoPreview } from '../calls';

type Preview = AnswerOf<typeof payAutoPreview>;

/** 自动核销: many receipts against many debts; what is shown is what is done. */
export default function PayAutoDialog({ customerIds, onClose, onDone }: { customerIds: readonly string[]; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const [state, setState] = useState<{ preview?: Preview; problem?: string }>({});
  useEffect(() => {
    call(payAutoPreview, { customerIds: [...customerIds] }).then(
      (preview) => setState({ preview }),
      (error: unknown) => setState({ problem: sentenceOf(error) }),
    );
  }, []);
  const { preview, problem } = state;
  const matches = preview?.matches ?? [];
  const run = async () => {
    const done = await call(
      payAuto,
      { matches: matches.map(({ receiptId, version, receivableId, amount }) => ({ receiptId, version, receivableId, amount })) },
      { key },
    );
    toast(`已核销${done.receipts}张收款单，共${formatMoney(done.amount)}元`, 'ok');
    onClose();
    onDone();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="自动核销"
      note="未核销的收款按到账先后，核销最早到期的应收；已被客户使用或冻结的部分不核销"
      width="xl"
      footer={
        <>
          <Button onPress={onClose}>取消</Button>
          <Button tone="primary" disabled={matches.length === 0} onPress={run}>
            确认核销
          </Button>
        </>
      }
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!preview && !problem && <Skeleton lines={4} />}
      {preview && matches.length === 0 && <EmptyState title="没有可以核销的收款" note="收款都已核销，或客户没有未收的应收" />}
      {preview && matches.length > 0 && (
        <DetailTable
          caption="将要核销"
          rows={matches}
          rowKey={(row) => `${row.receiptId}${row.receivableId}`}
          totals={{ amount: <Money value={preview.total} strong /> }}
          columns={[
            { key: 'customerName', title: '客户' },
            { key: 'receiptNo', title: '收款单号' },
            { key: 'receivableNo', title: '应收单号' },
            { key: 'dueDate', title: '到期日', kind: 'date' },
            { key: 'open', title: '未收(元)', kind: 'money' },
            { key: 'amount', title: '本次核销(元)', kind: 'money' },
          ]}
        />
      )}
      {preview?.more && <p className="mt-2 text-ink-2">一次最多核销{matches.length}笔，其余的请在本次完成后再次核销。</p>}
    </Dialog>
  );
}
