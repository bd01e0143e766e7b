import { type KeyboardEvent, useRef, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { sentenceOf } from '~/ui/kit/sentence';
import { Qty } from '~/ui/values/Qty';
import { countEnter, countScan } from '../calls';

type Line = AnswerOf<typeof countScan>;
const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text.trim());
const field = 'h-12 w-full rounded-md border border-line bg-surface px-3 text-lg focus-visible:outline-2 focus-visible:outline-brand';

/** Scanners end a code with Enter; so do people a number. */
const onEnter = (work: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  work();
};

/**
 * Counting with a scanner, which types a code and presses Enter: one field is always ready for the next code. Counting piece by piece each
 * scan adds one; otherwise the quantity is typed and Enter leads back to the codes.
 */
export function CountPad({ countId, onCounted }: { countId: string; onCounted: () => void }) {
  const [code, setCode] = useState('');
  const [qty, setQty] = useState('');
  const [line, setLine] = useState<Line>();
  const [each, setEach] = useState(false);
  const [said, setSaid] = useState<{ text: string; ok: boolean }>();
  const [busy, setBusy] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const qtyField = useRef<HTMLInputElement>(null);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setSaid({ text: sentenceOf(error), ok: false });
      codeField.current?.select();
    } finally {
      setBusy(false);
    }
  };
  const enter = async (found: Line, counted: string, add: boolean) => {
    const { lines } = await call(countEnter, { id: countId, lines: [{ skuId: found.skuId, counted, add, reason: found.reason }] }, { key: newKey() });
    const [after] = lines;
    setSaid({ text: `${found.skuCode} ${found.name}：实盘${after?.counted ?? counted}${found.unitName}`, ok: true });
    setCode('');
    setQty('');
    setLine(each ? after : undefined);
    codeField.current?.focus();
    onCounted();
  };
  const scan = () => {
    const typed = code.trim();
    if (!typed || busy) return;
    void run(async () => {
      const found = await call(countScan, { id: countId, code: typed });
      setLine(found);
      setSaid(undefined);
      if (each) return enter(found, '1', true);
      setQty('');
      qtyField.current?.focus();
    });
  };
  const save = () => {
    if (!line || busy) return;
    if (!isQty(qty)) return setSaid({ text: '请输入实盘数量，最多四位小数', ok: false });
    void run(() => enter(line, qty.trim(), false));
  };
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-2">
        <label htmlFor="count-code" className="text-sm text-ink-2">
          扫描或输入条码、SKU编码
        </label>
        <div className="flex gap-2">
          <input
            id="count-code"
            ref={codeField}
            className={field}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={onEnter(scan)}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={60}
          />
          <Button tone="primary" loading={busy} onPress={scan}>
            查找
          </Button>
        </div>
        <Checkbox checked={each} onChange={setEach}>
          逐件扫描（每扫一次加1）
        </Checkbox>
      </div>
      {line && !each && (
        <div className="flex flex-col gap-2 rounded-lg border border-line p-4">
          <p className="font-medium">{[line.name, line.saleText].filter(Boolean).join(' / ')}</p>
          <p className="text-sm text-ink-3">{[line.skuCode, line.spec, line.barcode].filter(Boolean).join(' · ')}</p>
          {(line.book !== undefined || line.counted !== null) && (
            <p className="text-sm text-ink-2">
              {line.book !== undefined && line.book !== null && (
                <>
                  账面 <Qty value={line.book} unit={line.unitName} />{' '}
                </>
              )}
              {line.counted !== null && (
                <>
                  已录 <Qty value={line.counted} unit={line.unitName} />
                </>
              )}
            </p>
          )}
          <label htmlFor="count-qty" className="text-sm text-ink-2">
            实盘数量（{line.unitName}）
          </label>
          <div className="flex gap-2">
            <input
              id="count-qty"
              ref={qtyField}
              className={field}
              value={qty}
              onChange={(event) => setQty(event.target.value)}
              onKeyDown={onEnter(save)}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="done"
            />
            <Button tone="primary" loading={busy} onPress={save}>
              录入
            </Button>
          </div>
        </div>
      )}
      <p role="status" className={`min-h-6 ${said?.ok === false ? 'text-danger' : 'text-ok'}`}>
        {said?.text ?? ''}
      </p>
    </div>
  );
}
