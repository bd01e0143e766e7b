import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { autoApply, autoApplyPreview } from '../calls';

type Preview = AnswerOf<typeof autoApplyPreview>;

/** 自动核销: what would be matched, then exactly that. Without customers, of all. */
export default function AutoApplyDialog({ customerIds, onClose, onDone }: { customerIds: readonly string[]; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(autoApplyPreview, { customerIds: [...customerIds] }).then(setPreview, (error: unknown) => setProblem(messageOf(error)));
  }, []);
  const run = async () => {
    const matches = (preview?.matches ?? []).map(({ receiptId, version, receivableId, amount }) => ({ receiptId, version, receivableId, amount }));
    try {
      const done = await call(autoApply, { matches }, { key });
      toast(`已核销${done.receipts}张收款单，共${formatMoney(done.amount)}元`, 'ok');
      onDone();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const empty = preview?.matches.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title="自动核销"
      note="未核销的收款按到账先后，核销最早到期的应收；已被客户使用或冻结的部分不核销"
      width="xl"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="primary" disabled={!preview || empty} onPress={run}>
            确认核销
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {!preview && !problem && <Skeleton lines={4} />}
        {empty && <EmptyState title="没有可以核销的收款" note="收款都已核销，或客户没有未收的应收单" />}
        {preview && !empty && (
          <DetailTable
            caption="将要核销"
            rows={preview.matches}
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
        {preview?.more && <p className="text-ink-2">一次最多核销{preview.matches.length}笔，其余的请在本次完成后再次核销。</p>}
      </div>
    </Dialog>
  );
}
