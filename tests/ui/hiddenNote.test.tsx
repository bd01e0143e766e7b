import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { customerUpdate } from '~/domains/customer/calls';
import { HIDDEN } from '~/shared/mask';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { Input } from '~/ui/kit/Input';

const NOTE = '由您保存会覆盖原来的内容，因此无法保存';
const formOf = (defaults: Record<string, unknown>, keepsHidden?: readonly string[]) =>
  renderToString(
    <FormPage defaults={defaults} submit={() => Promise.reject(new Error('not called on the server'))} keepsHidden={keepsHidden}>
      <Field name="remark" label="备注">
        <Input />
      </Field>
    </FormPage>,
  );

test('a form says at its head, before anything is typed, that one of its values is hidden and what to do', () => {
  expect(formOf({ remark: '', freight: HIDDEN })).toContain(NOTE);
  expect(formOf({ remark: '', lines: [{ price: '12.00' }, { price: HIDDEN }] })).toContain(NOTE);
  expect(formOf({ remark: '', freight: '12.00', lines: [{ price: '138****0001' }], at: null })).not.toContain(NOTE);
});

test('a value that saving leaves as it is does not stand in the way, another one does', () => {
  const kept = customerUpdate.options.keepsHidden;
  expect(kept).toContain('contactMobile');
  expect(formOf({ contactMobile: HIDDEN, creditDays: 30 }, kept)).not.toContain(NOTE);
  expect(formOf({ contactMobile: HIDDEN, limit: HIDDEN }, kept)).toContain(NOTE);
});
