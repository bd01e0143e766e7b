import { useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { customerPriceCopy } from '../calls';
import { submitted } from '../change/priceChange';
import type { CustomerPriceRow } from '../customerPrice.schema';

type Skipped = AnswerOf<typeof customerPriceCopy>['skipped'][number];

/** Gives other customers the same prices for the same days; what would overlap is left out and listed. */
export function CopyDialog({ rows, onClose, onDone }: { rows: readonly CustomerPriceRow[]; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const [customers, setCustomers] = useState<{ id: string; name: string }[]>([]);
  const [problem, setProblem] = useState('');
  const [skipped, setSkipped] = useState<readonly Skipped[] | null>(null);
  const copy = async () => {
    setProblem('');
    try {
      const result = await call(customerPriceCopy, { ids: rows.map((row) => row.id), customerIds: customers.map((one) => one.id) }, { key });
      const left = result.skipped.length ? `，${result.skipped.length}条未复制` : '';
      toast(result.change ? `${submitted(result.change)}${left}` : `已复制${result.created}条客户价${left}`, result.created ? 'ok' : 'warn');
      onDone();
      if (result.skipped.length) setSkipped(result.skipped);
      else onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`复制${rows.length}条客户价到其他客户`}
      width="lg"
      footer={
        skipped ? (
          <Button tone="primary" onClick={onClose}>
            知道了
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button tone="primary" onPress={copy} disabled={customers.length === 0}>
              复制到{customers.length}个客户
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {skipped ? (
          <>
            <Alert tone="warn">以下客户价与已有记录冲突，未复制，其余已复制完成。</Alert>
            <DetailTable<Skipped>
              caption="未复制的客户价"
              rows={skipped}
              rowKey={(row) => `${row.customerName}${row.skuCode}${row.reason}`}
              columns={[
                { key: 'customerName', title: '客户' },
                { key: 'skuCode', title: 'SKU编码' },
                { key: 'reason', title: '原因', wrap: true },
              ]}
            />
          </>
        ) : (
          <>
            <CustomerPicker
              aria-label="添加客户"
              value=""
              placeholder="输入客户名称添加，可添加多个"
              onChange={(id, option) => {
                if (id && option && !customers.some((one) => one.id === id)) setCustomers([...customers, { id, name: option.label }]);
              }}
            />
            <ul className="flex flex-wrap gap-2">
              {customers.map((one) => (
                <li key={one.id}>
                  <Tag tone="brand">
                    {one.name}
                    <button
                      type="button"
                      className="ml-1.5"
                      aria-label={`移除${one.name}`}
                      onClick={() => setCustomers(customers.filter((other) => other.id !== one.id))}
                    >
                      ×
                    </button>
                  </Tag>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
