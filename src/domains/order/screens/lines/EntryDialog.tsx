import { Download } from 'lucide-react';
import { useState } from 'react';
import { findByCodes } from '~/domains/product/pickers/findByCodes';
import { call, fileHref, messageOf } from '~/shell/call';
import { ErrorTable } from '~/ui/import/ErrorTable';
import { ActionRow, Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { FileDrop } from '~/ui/kit/FileDrop';
import { Textarea } from '~/ui/kit/Input';
import { Tabs } from '~/ui/kit/Tabs';
import { toast } from '~/ui/kit/toast';
import { entrySheetGoods, entrySheetRead } from '../../dialogCalls';
import type { FormRow } from '../../form/orderForm.schema';
import { type Entry, type EntryProblem, enter, MOST_LINES, parsePaste, pasteOf, rowRanges } from '../../lines/entry';

export type EntryWay = 'paste' | 'sheet';
interface Props {
  way: EntryWay;
  onWay: (way: EntryWay) => void;
  open: boolean;
  onClose: () => void;
  customerId: string;
  warehouseId: string;
  /** How many more lines the order takes. */
  room: () => number;
  onRows: (rows: FormRow[]) => void;
}
interface Outcome {
  title: string;
  problems: EntryProblem[];
}

/** Codes and quantities pasted or from a file: rows that are found go into the order, the others stay here, in the text, with what is wrong. */
export function EntryDialog({ way, onWay, open, onClose, customerId, warehouseId, room, onRows }: Props) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [refused, setRefused] = useState('');
  const take = async (entries: readonly Entry[], rest: { known?: EntryProblem[]; renumber?: boolean }) => {
    const bad = new Set(rest.known?.map((one) => one.row));
    const asked = entries.filter((one) => !bad.has(one.row));
    const answers = await findByCodes(
      asked.map((one) => one.code),
      customerId,
      warehouseId,
    );
    const found = new Map(asked.map((one, index) => [one.row, answers[index]]));
    const done = enter(
      entries,
      entries.map((one) => found.get(one.row)),
      { room: room(), ...rest },
    );
    if (done.rows.length) onRows(done.rows);
    return done;
  };
  const add = async () => {
    const entries = parsePaste(text);
    if (!entries.length) return setRefused('请粘贴至少一行：SKU编码或条码，数量');
    if (entries.length > MOST_LINES) return setRefused(`一次最多${MOST_LINES}行，当前${entries.length}行`);
    setRefused('');
    try {
      const done = await take(entries, { renumber: true });
      setText(pasteOf(done.left));
      tell(done.rows.length, done, '');
    } catch (error) {
      setRefused(messageOf(error));
    }
  };
  const read = async (file: File) => {
    setRefused('');
    try {
      const sheet = await call(entrySheetRead, { file });
      const done = await take(sheet.entries, { known: sheet.problems });
      if (done.left.length) setText((typed) => [typed.trimEnd(), pasteOf(done.left)].filter(Boolean).join('\n'));
      tell(done.rows.length, done, sheet.empty.length ? `，第${rowRanges(sheet.empty)}行没有填数量，未加入` : '');
    } catch (error) {
      setRefused(messageOf(error));
    }
  };
  const tell = (added: number, { left, problems }: { left: Entry[]; problems: EntryProblem[] }, more: string) => {
    if (left.length) {
      setOutcome({ title: `${added ? `已添加${added}行，` : ''}${left.length}行有问题，已留在上面，改正后再点“识别并添加”${more}`, problems });
      return onWay('paste');
    }
    setOutcome(null);
    toast(`已添加${added}行${more}`, 'ok');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="快速录入"
      width="lg"
      note="商品用SKU编码或条码；单位留空为基本单位"
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {way === 'paste' && (
            <Button tone="primary" onPress={add}>
              识别并添加
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label="录入方式"
        value={way}
        onChange={(next) => onWay(next as EntryWay)}
        items={[
          { value: 'paste', label: '粘贴录入', content: <Pasted text={text} setText={setText} /> },
          { value: 'sheet', label: '上传表格', content: <Uploaded onFile={read} customerId={customerId} /> },
        ]}
      />
      {refused && (
        <Alert tone="danger" className="mt-3">
          {refused}
        </Alert>
      )}
      {outcome && way === 'paste' && (
        <div role="alert" className="mt-3">
          <p className="mb-2 font-medium text-danger">{outcome.title}</p>
          <ErrorTable errors={outcome.problems} />
        </div>
      )}
    </Dialog>
  );
}

const Pasted = ({ text, setText }: { text: string; setText: (text: string) => void }) => (
  <>
    <p className="mb-2 text-sm text-ink-3">每行一个商品：编码、数量、单位、备注，后两项可以没有；可以直接从 Excel 复制</p>
    <Textarea rows={10} value={text} onChange={setText} aria-label="粘贴内容" placeholder={'FS-JS-0001\t20\nFS-JU-0102\t5\t箱'} autoFocus />
  </>
);

function Uploaded({ onFile, customerId }: { onFile: (file: File) => Promise<void>; customerId: string }) {
  const [reading, setReading] = useState<File | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        accept=".xlsx,.csv"
        maxMb={10}
        file={reading}
        disabled={reading !== null}
        hint="支持 .xlsx、.csv（UTF-8 或 GBK），须有“SKU编码”和“数量”两列，“单位”“备注”可以没有"
        onFile={(file) => {
          setReading(file);
          void onFile(file).finally(() => setReading(null));
        }}
      />
      {reading && <Spinner label="正在读取，请稍候…" />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ActionRow actions={[{ label: '下载订货单', href: fileHref(entrySheetGoods, { customerId }), icon: <Download aria-hidden /> }]} size="sm" />
        <span className="text-sm text-ink-3">列出全部可订商品，填上数量再传回来；没有填数量的行不会加入</span>
      </div>
    </div>
  );
}
