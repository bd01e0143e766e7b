import { ArrowLeftRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { call, isRefused, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { MergePreview, MergeSide } from '../customerMerge.schema';
import { customerStates, stateTones } from '../customerNames';
import { customerMerge, mergePreview } from '../partCalls';
import { CustomerPicker } from '../pickers/CustomerPicker';

interface Props {
  customer: { id: string; name: string };
  onClose: () => void;
  onMerged: (remainingId: string) => void;
}

/** Chooses the other record, shows both side by side, and merges in the direction the person sets. */
export function MergeDialog({ customer, onClose, onMerged }: Props) {
  const pickerId = useId();
  const [otherId, setOtherId] = useState('');
  const [keepThis, setKeepThis] = useState(true);
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const [problem, setProblem] = useState('');
  const [fromId, intoId] = keepThis ? [otherId, customer.id] : [customer.id, otherId];
  useEffect(() => {
    setPreview(null);
    setProblem('');
    if (!otherId || otherId === customer.id) return setProblem(otherId ? '请选择另一个客户' : '');
    let current = true;
    call(mergePreview, { fromId, intoId }).then(
      (found) => current && setPreview(found),
      (error) => current && setProblem(messageOf(error)),
    );
    return () => {
      current = false;
    };
  }, [fromId, intoId, otherId, customer.id]);
  const merge = async () => {
    if (!preview) return;
    const input = { fromId, fromVersion: preview.from.version, intoId, intoVersion: preview.into.version };
    const sure = await confirm({
      title: `将“${preview.from.name}”合并到“${preview.into.name}”？`,
      body: '24小时内，只要合并过来的资料没有变化，可以撤销。',
      tone: 'danger',
      ok: '合并',
    });
    if (!sure) return;
    try {
      await call(customerMerge, input);
    } catch (error) {
      if (!isRefused(error) || error.code !== 'W1') throw error;
      if (!(await confirm({ title: '请再次确认', body: error.message, tone: 'danger', ok: '仍要合并' }))) return;
      await call(customerMerge, { ...input, confirm: true });
    }
    toast('已合并', 'ok');
    onMerged(intoId);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="合并客户"
      note="同一客户建了两份档案时使用：订单、资金、应收、价格、地址、账号等全部归到保留的客户"
      width="lg"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="danger" disabled={preview?.problem !== ''} onPress={merge}>
            合并
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <label htmlFor={pickerId} className="mb-1 block text-sm text-ink-2">{`与“${customer.name}”合并的客户`}</label>
          <CustomerPicker all id={pickerId} value={otherId} onChange={setOtherId} />
        </div>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {preview && (
          <>
            {preview.problem && <Alert tone="danger">{preview.problem}</Alert>}
            {preview.warning && <Alert tone="warn">{preview.warning}</Alert>}
            <Sides preview={preview} onSwap={() => setKeepThis(!keepThis)} />
            <Outcome preview={preview} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Sides({ preview, onSwap }: { preview: MergePreview; onSwap: () => void }) {
  return (
    <div className="grid items-stretch gap-3 sm:grid-cols-[1fr_auto_1fr]">
      <SideCard side={preview.from} title="被合并（不再使用）" />
      <Button size="sm" icon={<ArrowLeftRight aria-hidden />} className="self-center" onClick={onSwap}>
        交换
      </Button>
      <SideCard side={preview.into} title="保留" />
    </div>
  );
}

function SideCard({ side, title }: { side: MergeSide; title: string }) {
  const rows = [
    ['编码', side.code],
    ['信用代码', side.uscc || '- -'],
    ['联系人', [side.contactName, side.contactMobile].filter(Boolean).join(' ') || '- -'],
    ['业务员', side.salesName || '- -'],
  ];
  return (
    <section className="min-w-0 rounded border border-line p-3" aria-label={title}>
      <p className="text-xs text-ink-3">{title}</p>
      <p className="mt-0.5 flex flex-wrap items-center gap-2 font-semibold">
        {side.name}
        <StatusTag status={side.status} names={customerStates} tones={stateTones} />
      </p>
      <dl className="mt-2 grid grid-cols-[5rem_1fr] gap-x-2 gap-y-1 text-sm">
        {rows.map(([label, value]) => (
          <Pair key={label} label={label ?? ''}>
            {value}
          </Pair>
        ))}
        <Pair label="建档时间">
          <DateTime value={side.createdAt} kind="date" />
        </Pair>
        <Pair label="资金余额">
          <Money value={side.balance} />
        </Pair>
        <Pair label="未收应收">
          <Money value={side.openReceivable} />
        </Pair>
        {side.counts.map((one) => (
          <Pair key={one.name} label={one.name}>
            <span className="figures">{one.count}</span>
          </Pair>
        ))}
      </dl>
    </section>
  );
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Outcome({ preview }: { preview: MergePreview }) {
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm text-ink-2">
      <li>{`“${preview.from.name}”的全部单据、资金与资料归到“${preview.into.name}”，已打印的单据与账簿分录保持原样`}</li>
      {preview.fills.length > 0 && <li>{`补入空白资料：${preview.fills.map((one) => `${one.name}（${one.value}）`).join('、')}`}</li>}
      {preview.priceClashes > 0 && <li>{`${preview.priceClashes}条客户价与保留客户的有效期重叠，以保留客户的价格为准`}</li>}
    </ul>
  );
}
