import { fieldLabels } from '~/portal/fieldLabels';
import { isRecord } from '~/shared/isRecord';
import { saidYuan } from '~/shared/said';

// A field is named when the file of its domain loads.
import.meta.glob('../*/fieldLabels.ts', { eager: true });

type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What each domain calls the codes it keeps; a new domain needs no line here. */
const codes: Record<string, Record<string, string>> = {};
for (const { fieldWords } of Object.values(import.meta.glob<{ fieldWords: Words }>('../*/fieldWords.ts', { eager: true })))
  for (const [field, words] of Object.entries(fieldWords)) codes[field] = { ...codes[field], ...words };

/** Sums kept as 分; newer entries say 元 themselves. */
const FEN = /^(amount|applied|discount|overdue|lowBalance|tailLimit)$/;

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** Keys that say nothing to people. */
const HIDDEN = /^(id|tenantId|version|rowVersion|createdAt|createdBy|updatedAt|updatedBy|pinyin|nameGrams|uses|usedIn|confirm)$|Hash$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Ids of other records: what they stand for is in a field of its own, where anybody is to read it. */
const isReference = (value: unknown): boolean =>
  typeof value === 'string' ? UUID.test(value) : Array.isArray(value) && value.length > 0 && value.every((one) => isReference(one));

const fieldName = (key: string): string => fieldLabels[key] ?? key;

/** A stored value in words; personal data was masked before it was logged. */
function fieldText(value: unknown, key = ''): string {
  if (value === null || value === undefined || value === '') return '- -';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length === 0 ? '- -' : value.map((one) => fieldText(one, key)).join('、');
  if (typeof value === 'object')
    return shownFields(value)
      .map(([inner, one]) => `${fieldName(inner)}：${fieldText(one, inner)}`)
      .join('，');
  const text = String(value);
  if (key === 'taxRatePpm') return `${Number(text) / 10_000}%`;
  if (FEN.test(key) && /^-?\d+$/.test(text)) return `${saidYuan(BigInt(text))}元`;
  const words = codes[key]?.[text] ?? text;
  return words.length > MOST ? `${words.slice(0, MOST).replace(/[、，；][^、，；]*$/, '')}……` : words;
}
/** Letters of one value; a list ends with a whole item. */
const MOST = 500;

/** The fields of a record people can read, by the one spelling of their keys. */
const shownFields = (value: object): [key: string, value: unknown][] =>
  Object.entries(value).flatMap(([key, inner]) => (HIDDEN.test(camel(key)) || isReference(inner) ? [] : [[camel(key), inner]]));

/** Fields of a stored record; words carry names of their own. A change need not name every field of the record it changed. */
const STORED = /^[a-z]\w*$/;

/** What differs between two stored forms of a record, field by field. */
export function changesOf(before: unknown, after: unknown): { field: string; before: string; after: string }[] {
  const flat = (value: unknown): Map<string, unknown> =>
    isRecord(value) ? new Map(shownFields(value)) : new Map(value === null || value === undefined ? [] : [['lines', value]]);
  const [was, is] = [flat(before), flat(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => is.size === 0 || is.has(key) || !STORED.test(key));
  return keys
    .map((key) => ({ field: fieldName(key), before: fieldText(was.get(key), key), after: fieldText(is.get(key), key) }))
    .filter((one) => one.before !== one.after);
}
