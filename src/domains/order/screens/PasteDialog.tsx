import { useState } from 'react';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { type FormRow, parsePaste, rowOfSku } from '../orderForm';
import { findByCodes } from './findByCodes';

interface Props {
  open: boolean;
  onClose(): void;
  customerId: string;
  warehouseId: string;
  onRows(rows: FormRow[]): void;
}

/** 粘贴录入: rows that are found go into the order, the others stay here with what is wrong. */
export function PasteDialog({ open, onClose, customerId, warehouseId, onRows }: Props) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    const lines = parsePaste(text);
    if (!lines.length) return setProblems(['请粘贴至少一行：SKU编码或条码，数量']);
    if (lines.length > 200) return setProblems([`一次最多200行，当前${lines.length}行`]);
    setBusy(true);
    try {
      const found = await findByCodes(
        lines.map((line) => line.code),
        customerId,
        warehouseId,
      );
      const bad = lines.flatMap((line, index) => problemOf(line, found[index]) ?? []);
      const good = lines.filter((line, index) => problemOf(line, found[index]) === null);
      onRows(lines.flatMap((line, index) => (good.includes(line) && found[index]?.sku ? [rowOfSku(found[index].sku, line.qty)] : [])));
      setProblems(bad);
      setText(
        lines
          .filter((line) => !good.includes(line))
          .map((line) => `${line.code}\t${line.qty}`)
          .join('\n'),
      );
      if (good.length) toast(`已添加${good.length}行${bad.length ? `，${bad.length}行有问题` : ''}`, bad.length ? 'warn' : 'ok');
      if (!bad.length) onClose();
    } catch (error) {
      setProblems([(error as Error).message]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="粘贴录入"
      note="每行一个商品：SKU编码或条码，空格或制表符，数量。可以直接从 Excel 复制两列"
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button tone="primary" loading={busy} onPress={add}>
            识别并添加
          </Button>
        </>
      }
    >
      <Textarea rows={10} value={text} onChange={setText} aria-label="粘贴内容" placeholder={'FS-JS-0001\t20\nFS-JU-0102\t5'} autoFocus />
      {problems.length > 0 && (
        <ul role="alert" className="mt-3 list-disc pl-5 text-danger">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function problemOf(line: { code: string; qty: string }, found: { sku: unknown; problem: string } | undefined): string | null {
  if (!found?.sku) return `${line.code}：${found?.problem || '没有这个编码'}`;
  if (line.qty !== '' && (!/^\d{1,14}(\.\d{1,4})?$/.test(line.qty) || !/[1-9]/.test(line.qty))) return `${line.code}：数量“${line.qty}”应为大于0的数字`;
  return null;
}
