import { useEffect, useState } from 'react';
import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { bankPreview, bankRun } from '../calls';
import type { BankPreview } from '../pay.schema';
import { matchWays } from '../plan';

/** 自动匹配: what the open bank lines would settle, and taking in those that are sure. */
export default function BankDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [state, setState] = useState<{ preview?: BankPreview; problem?: string }>({});
  const [key] = useState(newKey);
  useEffect(() => {
    call(bankPreview, {}).then(
      (preview) => setState({ preview }),
      (error: unknown) => setState({ problem: sentenceOf(error) }),
    );
  }, []);
  const { preview, problem } = state;
  const run = async () => {
    const done = await call(bankRun, { minScore: preview?.minScore }, { key });
    toast(`已生成${done.receipts}张收款单，共${formatMoney(done.amount)}元，其中${formatMoney(done.rest)}元转预收`, 'ok');
    onClose();
    onDone();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="匹配银行流水"
      width="xl"
      footer={
        <>
          <Button onPress={onClose}>关闭</Button>
          <Button tone="primary" disabled={!preview?.sure} onPress={run}>
            {preview ? `生成${preview.sure}张收款单` : '生成收款单'}
          </Button>
        </>
      }
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!preview && !problem && <p className="py-8 text-center text-ink-3">正在匹配…</p>}
      {preview && (
        <>
          <p className="mb-3 text-sm text-ink-2">
            共{preview.count}笔已确定客户的流水，合计{formatMoney(preview.total)}元；匹配把握达到{preview.minScore}分的{preview.sure}笔可以直接生成收款单
            {preview.unknown > 0 && `；另有${preview.unknown}笔未确定客户，请先在银行流水中认领`}。
          </p>
          <DetailTable
            caption="匹配结果"
            rows={preview.matches.map((match) => ({ ...match, id: match.lineId }))}
            columns={[
              { key: 'payer', title: '付款方' },
              { key: 'customerName', title: '客户' },
              { key: 'amount', title: '金额(元)', kind: 'money' },
              { key: 'way', title: '匹配方式', cell: (row) => matchWays[row.way] },
              { key: 'parts', title: '核销应收', cell: (row) => row.parts.map((part) => part.no).join('、') || '- -' },
              { key: 'rest', title: '转预收(元)', kind: 'money' },
              { key: 'score', title: '把握', align: 'right', cell: (row) => `${row.score}分` },
              {
                key: 'do',
                title: '操作',
                cell: (row) => (
                  <Link
                    href={href('/portal/receiveAdmin/addPay', {
                      customerId: row.customerId,
                      customerName: row.customerName,
                      bankLineId: row.lineId,
                      amount: row.amount,
                      flowNo: row.flowNo,
                      payer: row.payer.slice(0, 60),
                    })}
                  >
                    登记
                  </Link>
                ),
              },
            ]}
          />
        </>
      )}
    </Dialog>
  );
}
