import { useState } from 'react';
import { batchName } from '~/domains/warehouse/pickers/batchName';
import { call, newKey } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput } from '~/ui/kit/Input';
import { sentenceOf } from '~/ui/kit/sentence';
import { formatQty } from '~/ui/values/format';
import { countEnter } from '../calls';
import type { CountLine } from '../count.schema';

interface Row {
  batchNo: string;
  expiresOn: string;
  counted: string;
  /** Typed by the person who counts: a batch nobody knew of here. */
  found: boolean;
  book?: string | undefined;
}
const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text);

/** 逐批录入: every batch there is, each with its quantity (0 where there is none), and batches found besides. */
export default function BatchEntry({ countId, line, onSaved }: { countId: string; line: CountLine; onSaved: (line: CountLine | undefined) => void }) {
  const [rows, setRows] = useState<Row[]>(() =>
    (line.batches ?? []).map(({ batchNo, expiresOn, counted, book }) => ({ batchNo, expiresOn: expiresOn ?? '', counted: counted ?? '', found: false, book })),
  );
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (index: number, patch: Partial<Row>) => setRows((before) => before.map((row, at) => (at === index ? { ...row, ...patch } : row)));
  const save = async () => {
    const wrong = rows.find((row) => !isQty(row.counted) || (row.found && row.batchNo.trim() === ''));
    if (!rows.length) return setSaid('请先添加批次');
    if (wrong)
      return setSaid(wrong.found && wrong.batchNo.trim() === '' ? '请填写新批次的批次号' : `请填写批次${batchName(wrong.batchNo)}的实盘数量，没有货请填0`);
    setBusy(true);
    try {
      const batches = rows.map(({ batchNo, expiresOn, counted }) => ({ batchNo: batchNo.trim(), expiresOn, counted }));
      const { lines } = await call(
        countEnter,
        { id: countId, lines: [{ skuId: line.skuId, counted: '0', add: false, reason: line.reason, batches }] },
        { key: newKey() },
      );
      setSaid('');
      onSaved(lines[0]);
    } catch (error) {
      setSaid(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, index) => (
        <div key={row.found ? `new${index}` : row.batchNo} className="grid grid-cols-1 gap-2 sm:grid-cols-3">
          {row.found ? (
            <Input
              aria-label={`新批次${index + 1}批次号`}
              value={row.batchNo}
              placeholder="批次号"
              maxLength={40}
              onChange={(batchNo) => set(index, { batchNo })}
            />
          ) : (
            <p>
              {batchName(row.batchNo)}
              {row.book !== undefined && <span className="ml-2 text-sm text-ink-3">账面{formatQty(row.book)}</span>}
            </p>
          )}
          {row.found ? (
            <DateInput aria-label={`新批次${index + 1}到期日`} value={row.expiresOn} onChange={(expiresOn) => set(index, { expiresOn })} />
          ) : (
            <p className="text-ink-2">{row.expiresOn ? `${row.expiresOn}到期` : '无到期日'}</p>
          )}
          <NumberInput
            aria-label={`${batchName(row.batchNo)}实盘数量`}
            decimals={line.decimals}
            unit={line.unitName}
            value={row.counted}
            onChange={(counted) => set(index, { counted })}
          />
        </div>
      ))}
      <div className="flex gap-2">
        <Button onClick={() => setRows((before) => [...before, { batchNo: '', expiresOn: '', counted: '', found: true }])}>添加批次</Button>
        <Button tone="primary" loading={busy} onPress={save}>
          录入
        </Button>
      </div>
      <p role="status" className="text-danger">
        {said}
      </p>
    </div>
  );
}
