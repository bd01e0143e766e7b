import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { ZodType } from 'zod';
import { Button } from '../kit/Button';
import { Form } from './Form';
import { FormFrameContext } from './FormContext';
import { ProblemSummary } from './ProblemSummary';
import { useKitForm } from './useKitForm';

interface Props<Values extends FieldValues> {
  schema?: ZodType<unknown, Values>;
  defaults: Values;
  submit: (values: Values) => Promise<unknown>;
  /** The one button. */
  ok: string;
  children: ReactNode;
}

/** One column and one wide button: forms that stand alone on a page, as at the entrance. */
export function PlainForm<Values extends FieldValues>({ schema, defaults, submit, ok, children }: Props<Values>) {
  const kit = useKitForm<Values>({ schema, defaults, submit });
  return (
    <FormProvider {...kit.form}>
      <FormFrameContext value={kit}>
        <Form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void kit.send('ok');
          }}
        >
          <ProblemSummary refused={kit.refused} />
          {children}
          <Button type="submit" tone="primary" size="lg" loading={kit.pending !== ''}>
            {ok}
          </Button>
        </Form>
      </FormFrameContext>
    </FormProvider>
  );
}
