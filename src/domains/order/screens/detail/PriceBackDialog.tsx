import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { FormDialog } from '~/ui/form/FormDialog';
import { Checkbox } from '~/ui/kit/Checks';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { orderPriceBack, orderWritePrices } from '../../dialogCalls';

type Preview = AnswerOf<typeof orderPriceBack>;
type Line = Preview['lines'][number];
const Draft = z.object({ lineIds: z.array(z.string()).min(1, '请选择要写入的明细') });
type Draft = z.infer<typeof Draft>;

interface Props {
  id: string;
  onClose: () => void;
  onDone: () => void;
}

const open = (line: Line): boolean => !line.same && line.problem === '';

/** 写入客户价: prices set by hand in this order become the customer's own. */
export default function PriceBackDialog({ id, onClose, onDone }: Props) {
  const [key] = useState(newKey);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(orderPriceBack, { id }).then(setPreview, (error: unknown) => setProblem(messageOf(error)));
  }, [id]);
  if (!preview)
    return (
      <Dialog open onClose={onClose} title="写入客户价">
        {problem ? <Alert tone="danger">{problem}</Alert> : <Skeleton lines={4} />}
      </Dialog>
    );
  const submit = async ({ lineIds }: Draft, confirm: boolean) => {
    const { written, change } = await call(
      orderWritePrices,
      { id, rowVersion: preview.rowVersion, lineIds, confirm },
      { key: `${key}${confirm ? '-agreed' : ''}` },
    );
    toast(change ? `已提交审批：客户价变更单${change.no}` : `已写入${written}条客户价`, 'ok');
    onDone();
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title="写入客户价"
      width="xl"
      schema={Draft}
      defaults={{ lineIds: preview.lines.filter(open).map((line) => line.id) }}
      submit={submit}
      ok="写入"
    >
      <p className="text-ink-2">{`“${preview.customerName}”从今天起按下列成交价取价；之前的客户价保留到昨天，已提交的订单不受影响。`}</p>
      <Chosen lines={preview.lines} />
    </FormDialog>
  );
}

function Chosen({ lines }: { lines: readonly Line[] }) {
  const { setValue } = useFormContext<Draft>();
  const lineIds = useWatch<Draft, 'lineIds'>({ name: 'lineIds' });
  const set = (id: string, on: boolean) => setValue('lineIds', on ? [...lineIds, id] : lineIds.filter((one) => one !== id), { shouldDirty: true });
  return (
    <DetailTable<Line>
      caption="手工改价的商品"
      rows={lines}
      columns={[
        {
          key: 'chosen',
          title: '写入',
          width: 64,
          cell: (line) => (
            <Checkbox checked={lineIds.includes(line.id)} disabled={!open(line)} onChange={(on) => set(line.id, on)} aria-label={`写入第${line.lineNo}行`} />
          ),
        },
        { key: 'skuCode', title: 'SKU编码' },
        { key: 'name', title: '商品', fixed: true, wrap: true, width: 180, cell: (line) => [line.name, line.spec].filter(Boolean).join(' ') },
        { key: 'qty', title: '订购', align: 'right', cell: (line) => <Qty value={line.qty} unit={line.unitName} /> },
        { key: 'minQty', title: '起始数量', kind: 'qty' },
        { key: 'current', title: '现客户价(元)', align: 'right', cell: (line) => <Price value={line.current?.price} /> },
        { key: 'price', title: '成交价(元)', align: 'right', cell: (line) => <Price value={line.price} className={line.belowFloor ? 'text-danger' : ''} /> },
        { key: 'validTo', title: '有效期至', cell: (line) => line.validTo ?? '长期' },
        { key: 'note', title: '说明', wrap: true, width: 120, cell: noteOf },
      ]}
    />
  );
}

function noteOf(line: Line) {
  if (line.problem) return <span className="text-danger">{line.problem}</span>;
  if (line.same) return <Tag>与现客户价相同</Tag>;
  return line.belowFloor ? <Tag tone="danger">低于最低限价</Tag> : '- -';
}
