import { useController } from 'react-hook-form';
import { Combobox } from '../kit/Combobox';
import { DateInput } from '../kit/Dates';
import { Input, NumberInput } from '../kit/Input';
import { Select } from '../kit/Select';
import { useFormFrame } from './FormContext';
import { wordsOf } from './problems';
import type { FormColumn } from './tableTypes';

interface Props<Row> {
  table: string;
  column: FormColumn<Row>;
  index: number;
  row: Row;
  set: (patch: Partial<Row>) => void;
}

const decimals = { qty: 4, price: 6, money: 2 } as const;

export function FormCell<Row>({ table, column, index, row, set }: Props<Row>) {
  const { id: prefix } = useFormFrame();
  const path = `${table}.${index}.${column.key}`;
  const { field, fieldState, formState } = useController({ name: path });
  // A new row is not wrong before anybody was in it.
  const unseen = (field.value ?? '') === '' && !fieldState.isTouched && !formState.isSubmitted && fieldState.error?.type !== 'server';
  const error = unseen ? undefined : fieldState.error;
  const words = error?.message
    ? wordsOf({ message: error.message, fromServer: error.type === 'server' }, column.title, field.value, column.required ?? false)
    : '';
  const id = `${prefix}${path}`;
  const props = {
    id,
    value: (field.value ?? '') as string,
    onChange: (value: string) => field.onChange(value),
    onBlur: field.onBlur,
    invalid: words !== '',
    required: column.required,
    readOnly: column.readOnly?.(row, index),
    placeholder: '',
    'aria-label': `第${index + 1}行${column.title}`,
    'aria-describedby': words ? `${id}-error` : undefined,
  };
  return (
    <>
      {inputOf({ table, column, index, row, set }, props)}
      {words && (
        <span id={`${id}-error`} className="mt-0.5 block text-left text-xs whitespace-normal text-danger">
          {words}
        </span>
      )}
    </>
  );
}

type CellProps = Parameters<NonNullable<FormColumn<unknown>['input']>>[0]['props'];

function inputOf<Row>({ column, index, row, set }: Props<Row>, props: CellProps) {
  if (column.input) return column.input({ props, row, index, set });
  if (column.options) return <Select {...props} options={column.options} placeholder="请选择" />;
  if (column.load) {
    const label = column.labelKey ? (row as Record<string, unknown>)[column.labelKey] : undefined;
    return (
      <Combobox
        {...props}
        load={column.load}
        shown={typeof label === 'string' ? label : undefined}
        onChange={(value, option) => set({ [column.key]: value, ...(column.labelKey ? { [column.labelKey]: option?.label ?? '' } : {}) } as Partial<Row>)}
      />
    );
  }
  if (column.kind === 'date') return <DateInput {...props} />;
  if (column.kind === 'qty' || column.kind === 'price' || column.kind === 'money') return <NumberInput {...props} decimals={decimals[column.kind]} />;
  return <Input {...props} />;
}
