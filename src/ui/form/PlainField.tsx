import type { DocumentField, DocumentFields } from '~/shared/documentFields';
import { DateInput } from '../kit/Dates';
import { Input, NumberInput, Textarea } from '../kit/Input';
import { optionsOf } from '../kit/options';
import { Select } from '../kit/Select';
import { Field, type FieldProps } from './Field';

type Props<F> = Partial<Omit<FieldProps, 'name'>> & { name: keyof F & string; lines?: boolean };

/**
 * Form fields of a document's table: name, star, length and choices come from there. `lines` for text of several lines; `children` where the
 * control is the screen's own, as for a ref.
 *
 *   const Plain = plainFields(projectFields);
 *   <Plain name="address" span={2} />
 */
export const plainFields =
  <F extends DocumentFields>(fields: F) =>
  ({ name, children, lines = false, ...props }: Props<F>) => {
    const field = fields[name] as DocumentField;
    return (
      <Field name={name} label={field.label} required={field.required ?? false} {...props}>
        {children ?? controlOf(field, lines)}
      </Field>
    );
  };

function controlOf(field: DocumentField, lines: boolean) {
  switch (field.kind) {
    case 'choice':
      return <Select options={optionsOf(field.names)} />;
    case 'date':
      return <DateInput />;
    case 'qty':
      return <NumberInput decimals={4} />;
    case 'yuan':
      return <NumberInput decimals={2} unit="元" />;
    case 'int':
      return <NumberInput decimals={0} />;
    case 'text':
    case 'code':
      return lines ? <Textarea maxLength={field.max} /> : <Input maxLength={field.max} />;
    default:
      throw new Error(`${field.label}: the screen gives the control`);
  }
}
