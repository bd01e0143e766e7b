import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { displayCount } from '~/shared/money';
import { WARNING } from '~/shared/refusal';
import { call, isRefused, messageOf, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { RadioGroup } from '~/ui/kit/Checks';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import type { Column } from '~/ui/list/types';
import { customerPriceAdjust, customerPricePreview } from '../calls';
import { submitted } from '../change/priceChange';
import type { CustomerPriceRow } from '../customerPrice.schema';

type Row = AnswerOf<typeof customerPricePreview>['rows'][number];

const columns: Column<Row>[] = [
  { key: 'customerName', title: '客户' },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'productName', title: '商品' },
  { key: 'unitName', title: '单位' },
  { key: 'oldPrice', title: '现价(元)', kind: 'price' },
  { key: 'newPrice', title: '调整后(元)', kind: 'price' },
  {
    key: 'note',
    title: '说明',
    cell: (row) => (row.problem ? <Tag tone="danger">{row.problem}</Tag> : row.belowFloor ? <Tag tone="warn">低于最低限价{row.minPrice}</Tag> : ''),
  },
];

/** Raises or lowers many prices by percent or by 元, shown before it is done. */
export function AdjustDialog({ rows, onClose, onDone }: { rows: readonly CustomerPriceRow[]; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const [mode, setMode] = useState<'PERCENT' | 'AMOUNT'>('PERCENT');
  const [by, setBy] = useState('');
  const [digits, setDigits] = useState('2');
  const [preview, setPreview] = useState<Row[] | null>(null);
  const [problem, setProblem] = useState('');
  const input = { rows: rows.map(({ id, version }) => ({ id, version })), mode, by: by.trim(), digits };
  const changed = () => setPreview(null);
  const attempt = async (work: () => Promise<unknown>) => {
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const look = () => attempt(async () => setPreview((await call(customerPricePreview, input)).rows));
  const save = (agreed = false): Promise<void> =>
    attempt(async () => {
      try {
        const { count, change } = await call(customerPriceAdjust, { ...input, confirm: agreed }, { key: `${key}${agreed ? '-agreed' : ''}` });
        toast(change ? submitted(change) : `已调整${displayCount(count)}条客户价`, 'ok');
        onDone();
        onClose();
      } catch (error) {
        if (!isRefused(error) || error.code !== WARNING || agreed) throw error;
        if (await confirm({ title: '请确认后继续', body: error.message, ok: '继续' })) await save(true);
      }
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`批量调价（${rows.length}条）`}
      width="xl"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button onPress={look} disabled={!by.trim()}>
            预览
          </Button>
          <Button tone="primary" onPress={() => save()} disabled={!preview || preview.some((row) => row.problem)}>
            确认调价
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        <div className="flex flex-wrap items-end gap-4">
          <RadioGroup
            aria-label="调整方式"
            value={mode}
            options={[
              { value: 'PERCENT', label: '按百分比' },
              { value: 'AMOUNT', label: '按金额' },
            ]}
            onChange={(value) => {
              setMode(value as typeof mode);
              changed();
            }}
          />
          <div>
            <label htmlFor="adjust-by" className="mb-1 block text-sm text-ink-2">
              调整值（降价填负数）
            </label>
            <Input
              id="adjust-by"
              value={by}
              inputMode="decimal"
              placeholder={mode === 'PERCENT' ? '如 -5 或 3.5' : '如 -0.50 或 2'}
              suffix={mode === 'PERCENT' ? '%' : '元'}
              onChange={(value) => {
                setBy(value);
                changed();
              }}
            />
          </div>
          <div>
            <label htmlFor="adjust-digits" className="mb-1 block text-sm text-ink-2">
              保留小数
            </label>
            <Select
              id="adjust-digits"
              value={digits}
              options={['0', '1', '2', '3', '4', '6'].map((value) => ({ value, label: `${value}位` }))}
              onChange={(value) => {
                setDigits(value);
                changed();
              }}
            />
          </div>
        </div>
        {preview && <DetailTable<Row> caption="调价预览" rows={preview} columns={columns} />}
      </div>
    </Dialog>
  );
}
