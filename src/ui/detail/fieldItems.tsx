import { choiceName, type DocumentFields, type Shown, titleOf } from '~/shared/documentFields';
import { displayCount } from '~/shared/money';
import { formatQty } from '../values/format';
import { Money } from '../values/Money';
import type { Description } from './Descriptions';

/** Names and values of a document's plain fields for `Descriptions`: `item('remark', { span: 3 })`. */
export const fieldItems =
  <F extends DocumentFields>(fields: F, shown: { [K in keyof F]?: Shown<F>[K] | string }) =>
  (key: keyof F & string, more: Partial<Description> = {}): Description => {
    const field = fields[key] as F[string];
    return { label: titleOf(field), value: shownValue(field, shown[key]), ...more };
  };

function shownValue(field: DocumentFields[string], value: unknown) {
  if (value === null || value === undefined || value === '') return undefined;
  if (field.kind === 'choice') return choiceName(field.names, value);
  if (field.kind === 'yuan') return <Money value={value as string} />;
  if (field.kind === 'flag') return value ? '是' : '否';
  if (typeof value === 'number') return displayCount(value);
  return field.kind === 'qty' ? formatQty(value as string) : String(value);
}
