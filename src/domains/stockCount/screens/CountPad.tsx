import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { late } from '~/ui/kit/late';
import { sentenceOf } from '~/ui/kit/sentence';
import { formatQty } from '~/ui/values/format';
import { Qty } from '~/ui/values/Qty';
import { countEnter, countScan } from '../calls';

/** Fetched when goods kept by batch are scanned first. */
const BatchEntry = late(() => import('./BatchEntry'));

type Line = AnswerOf<typeof countScan>;
const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text.trim());
/** Eight digits are the shortest code on goods, and more than anybody counts of one. */
const isCode = (text: string): boolean => /^\d{8,}$/.test(text.trim());
const MOST_FAILED = 5;
const field = 'field h-12 text-lg!';

/** Scanners end a code with Enter; so do people a number. */
const onEnter = (work: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  work();
};

/**
 * Counting with a scanner, which types a code and presses Enter: one field is always ready for the next code. Counting piece by piece each
 * scan adds one; otherwise the quantity is typed and Enter leads back to the codes. Scans come faster than answers: each waits its turn, and
 * one that was refused stays listed until somebody has seen it.
 */
export function CountPad({ countId, onCounted }: { countId: string; onCounted: () => void }) {
  const [code, setCode] = useState('');
  const [qty, setQty] = useState('');
  const [line, setLine] = useState<Line>();
  const [each, setEach] = useState(false);
  const [said, setSaid] = useState<{ text: string; ok: boolean }>();
  const [failed, setFailed] = useState<string[]>([]);
  const [waiting, setWaiting] = useState(0);
  const turn = useRef(Promise.resolve());
  const codeField = useRef<HTMLInputElement>(null);
  const qtyField = useRef<HTMLInputElement>(null);

  // The field is there only once the goods were found.
  const asksQty = line !== undefined && !line.byBatch && !each;
  useEffect(() => {
    if (line && asksQty) qtyField.current?.focus();
  }, [line, asksQty]);

  const inTurn = (work: () => Promise<void>, refused: (sentence: string) => void) => {
    setWaiting((count) => count + 1);
    turn.current = turn.current
      .then(work)
      .catch((error: unknown) => refused(sentenceOf(error)))
      .finally(() => setWaiting((count) => count - 1));
  };
  const fail = (what: string) => setFailed((all) => [what, ...all.filter((one) => one !== what)].slice(0, MOST_FAILED));
  const tell = (after: Line, counted?: string) =>
    setSaid({ text: `${after.skuCode} ${after.name}：实盘${formatQty(after.counted ?? counted ?? '0')}${after.unitName}`, ok: true });
  const enter = async (found: Line, counted: string, add: boolean) => {
    const { lines } = await call(countEnter, { id: countId, lines: [{ skuId: found.skuId, counted, add, reason: found.reason }] }, { key: newKey() });
    const [after] = lines;
    tell(after ?? found, counted);
    setLine(each ? after : undefined);
    onCounted();
  };
  const scan = (typed: string) => {
    if (!typed) return;
    setCode('');
    codeField.current?.focus();
    const find = async () => {
      const found = await call(countScan, { id: countId, code: typed });
      setLine(found);
      if (each && !found.byBatch) return enter(found, '1', true);
      setSaid(undefined);
      setQty('');
    };
    inTurn(find, (sentence) => fail(`${typed}：${sentence}`));
  };
  const saved = (after: Line | undefined) => {
    if (after) tell(after);
    setLine(undefined);
    codeField.current?.focus();
    onCounted();
  };
  const save = () => {
    if (!line) return;
    // The scanner went on to the next goods while the quantity was asked for.
    if (isCode(qty)) {
      setQty('');
      fail(`${line.skuCode} ${line.name}：没有录入数量，已转到下一个条码`);
      return scan(qty.trim());
    }
    if (!isQty(qty)) return setSaid({ text: '请输入实盘数量，最多四位小数', ok: false });
    const counted = qty.trim();
    setQty('');
    const write = async () => {
      await enter(line, counted, false);
      codeField.current?.focus();
    };
    inTurn(write, (sentence) => setSaid({ text: sentence, ok: false }));
  };
  const busy = waiting > 0;
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
            onKeyDown={onEnter(() => scan(code.trim()))}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={60}
          />
          <Button tone="primary" loading={busy} onPress={() => scan(code.trim())}>
            查找
          </Button>
        </div>
        <Checkbox checked={each} onChange={setEach}>
          逐件扫描（每扫一次加1）
        </Checkbox>
      </div>
      {line?.byBatch && (
        <div className="flex flex-col gap-2 rounded-lg border border-line p-4">
          <p className="font-medium">{[line.name, line.saleText].filter(Boolean).join(' / ')}</p>
          <p className="text-sm text-ink-3">{[line.skuCode, line.spec, line.barcode].filter(Boolean).join(' · ')}</p>
          <BatchEntry key={`${line.skuId}/${line.countedAt}`} countId={countId} line={line} onSaved={saved} />
        </div>
      )}
      {line && asksQty && (
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
      {failed.length > 0 && (
        <div role="alert" className="flex flex-col gap-2 rounded-lg border border-danger p-3 text-sm text-danger">
          <ul className="flex flex-col gap-1">
            {failed.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <span>
            <Button size="sm" onPress={() => setFailed([])}>
              知道了
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
