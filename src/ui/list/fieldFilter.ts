import { type DocumentField, type DocumentFields, rangeOf } from '~/shared/documentFields';
import { optionsOf } from '../kit/options';
import type { Filter } from './types';

/** Filters of a list for the fields of a document's table; `control` for a ref, which the screen knows how to choose: `filter('customerId', { kind: 'pick', load })`. */
export const fieldFilters =
  <F extends DocumentFields>(fields: F) =>
  (key: keyof F & string, control: object = {}): Filter => {
    const field: DocumentField = fields[key] as F[string];
    const { label } = field;
    const { range, from, to } = rangeOf(key);
    if (field.kind === 'date') return { kind: 'dates', key: range, label, startKey: from, endKey: to, unit: 'day' };
    return field.kind === 'choice' ? { kind: 'select', key, label, options: optionsOf(field.names) } : { kind: 'text', key, label, ...control };
  };
