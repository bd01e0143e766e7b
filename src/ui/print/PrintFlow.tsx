import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../kit/Button';
import { Checkbox, RadioGroup } from '../kit/Checks';
import { Dialog } from '../kit/Dialog';
import { sentenceOf } from '../kit/sentence';
import { toast } from '../kit/toast';
import { Paper, type PaperKind } from './Paper';

export interface PrintKind {
  value: string;
  label: string;
  paper: PaperKind;
  /** Amounts may be left out. */
  amounts?: boolean;
}
interface Props<Doc> {
  title: string;
  kinds: readonly PrintKind[];
  /** How often these were printed before, as a sentence. */
  history?: () => Promise<string>;
  /** Fetches what is printed and writes down that it is. */
  load: (kind: PrintKind) => Promise<readonly Doc[]>;
  keyOf: (doc: Doc) => string;
  sheet: (doc: Doc, how: { kind: PrintKind; amounts: boolean }) => ReactNode;
  onClose: () => void;
}

/** Asks for the paper, fetches, prints, and closes. */
export function PrintFlow<Doc>({ title, kinds, history, load, keyOf, sheet, onClose }: Props<Doc>) {
  const [value, setValue] = useState(kinds[0]?.value ?? '');
  const [amounts, setAmounts] = useState(true);
  const [docs, setDocs] = useState<readonly Doc[]>();
  const [note, setNote] = useState('');
  const kind = kinds.find((one) => one.value === value) ?? (kinds[0] as PrintKind);
  useEffect(() => {
    history?.().then(setNote, () => undefined);
  }, []);
  const start = async () => {
    try {
      setDocs(await load(kind));
    } catch (error) {
      toast(sentenceOf(error) || '登录已失效，请重新登录', 'error');
    }
  };
  if (docs)
    return (
      <Paper kind={kind.paper} onDone={onClose}>
        {docs.map((doc) => (
          <Fragment key={keyOf(doc)}>{sheet(doc, { kind, amounts: amounts || !kind.amounts })}</Fragment>
        ))}
      </Paper>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="primary" onPress={start}>
            打印
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioGroup aria-label="纸张" options={kinds} value={value} onChange={setValue} />
        {kind.amounts && (
          <Checkbox checked={amounts} onChange={setAmounts}>
            打印单价与金额
          </Checkbox>
        )}
        {kind.paper === 'TRIPLE' && <p className="text-ink-2">三联纸宽 241 mm、高 140 mm；请在浏览器打印窗口选择同样大小的纸张，缩放 100%。</p>}
        {note && <p className="text-warn">{note}</p>}
      </div>
    </Dialog>
  );
}
