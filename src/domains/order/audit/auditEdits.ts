import { comparePrice, compareQty, displayPrice, displayQty, lineAmount, parseYuan } from '~/shared/money';
import { saidYuan } from '~/shared/said';
import { said, told } from '~/shared/told';

/** What an auditor typed over one line. */
export interface AuditEdit {
  qty: string;
  manualPrice: string;
  manualReason: string;
}
export type AuditEdits = Readonly<Record<string, AuditEdit>>;

interface Audited {
  id: string;
  lineNo: number;
  skuCode: string;
  unitName: string;
  qty: string;
  price: string;
  amount: string;
  gift: boolean;
  manualPrice: boolean;
  manualReason: string;
}

const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text);
const isPrice = (text: string): boolean => /^\d{1,12}(\.\d{1,6})?$/.test(text);
const manualOf = (line: Audited): string => (line.manualPrice ? line.price : '');

export const editOf = (line: Audited, edits: AuditEdits): AuditEdit =>
  edits[line.id] ?? { qty: line.qty, manualPrice: manualOf(line), manualReason: line.manualReason };

export function isEdited(line: Audited, edits: AuditEdits): boolean {
  const { qty, manualPrice, manualReason } = editOf(line, edits);
  return qty !== line.qty || manualPrice !== manualOf(line) || manualReason !== line.manualReason;
}

export const editsToSend = (lines: readonly Audited[], edits: AuditEdits) =>
  lines.filter((line) => isEdited(line, edits)).map((line) => ({ lineId: line.id, ...editOf(line, edits) }));

/** The price and amount (分) the line comes to as typed; `quoted` is today's price at the typed quantity. */
export function amountAsTyped(line: Audited, edits: AuditEdits, quoted: string | undefined): { price: string; amount: bigint } {
  const { qty, manualPrice } = editOf(line, edits);
  if (!isEdited(line, edits)) return { price: line.price, amount: parseYuan(line.amount) };
  const price = isPrice(manualPrice) ? manualPrice : (quoted ?? line.price);
  return { price, amount: line.gift || !isQty(qty) ? 0n : lineAmount(qty, price) };
}

interface Stood {
  lineNo: number;
  skuCode: string;
  unitName: string;
  qty: string;
  price: string;
}

/** What became of the lines in one sentence: 第1行 A001 数量 15 → 14 箱. Lines without a difference are left out. */
export function lineChanges(pairs: readonly { before: Stood; after: Pick<Stood, 'qty' | 'price'> }[], atMost = 5): string {
  const changed = pairs.flatMap(({ before, after }) => {
    const words = [
      compareQty(before.qty, after.qty) !== 0 && `数量 ${displayQty(before.qty)} → ${displayQty(after.qty)} ${before.unitName}`,
      comparePrice(before.price, after.price) !== 0 && `单价 ${said('amount', displayPrice(before.price))} → ${said('amount', displayPrice(after.price))} 元`,
    ].filter(Boolean);
    return words.length ? [`第${before.lineNo}行 ${before.skuCode} ${words.join('、')}`] : [];
  });
  return [...changed.slice(0, atMost), ...(changed.length > atMost ? [`等共${changed.length}行`] : [])].join('；');
}

/** The same of what is typed and not sent yet, for the colleague it is handed to. */
export const typedChanges = (lines: readonly Audited[], edits: AuditEdits): string =>
  told(
    lineChanges(
      lines
        .filter((line) => isEdited(line, edits) && isQty(editOf(line, edits).qty))
        .map((line) => {
          const { qty, manualPrice } = editOf(line, edits);
          return { before: line, after: { qty, price: isPrice(manualPrice) ? manualPrice : line.price } };
        }),
    ),
  );

export const payableChange = (before: bigint, after: bigint): string => (before === after ? '' : `应付 ${saidYuan(before)} → ${saidYuan(after)} 元`);
