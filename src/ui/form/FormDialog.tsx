import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { ZodType } from 'zod';
import { Button } from '../kit/Button';
import { Dialog } from '../kit/Dialog';
import { ConflictPanel } from './ConflictPanel';
import { Form } from './Form';
import { FormFrameContext } from './FormContext';
import { HiddenNote, type KeepsHidden } from './HiddenNote';
import { ProblemSummary } from './ProblemSummary';
import { type Latest, useKitForm } from './useKitForm';

interface Props<Values extends FieldValues> extends KeepsHidden {
  open: boolean;
  onClose: () => void;
  title: string;
  schema?: ZodType<unknown, Values>;
  defaults: Values;
  /** Resolving closes the dialog. */
  submit: (values: Values, confirmed: boolean, version?: number) => Promise<unknown>;
  /** As in FormPage. */
  latest?: Latest<Values> | undefined;
  ok?: string;
  width?: 'sm' | 'md' | 'lg' | 'xl';
  children: ReactNode;
}

/** A small form in a dialog; each opening starts from `defaults`. */
export function FormDialog<Values extends FieldValues>(props: Props<Values>) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog<Values extends FieldValues>({
  onClose,
  title,
  schema,
  defaults,
  submit,
  latest,
  keepsHidden,
  ok = '确定',
  width = 'md',
  children,
}: Props<Values>) {
  const kit = useKitForm<Values>({
    schema,
    defaults,
    latest,
    submit: async (values, _key, confirmed, version) => {
      await submit(values, confirmed, version);
      onClose();
    },
  });
  const formId = `${kit.id}form`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={formId} tone="primary" loading={kit.pending !== ''}>
            {ok}
          </Button>
        </>
      }
    >
      <FormProvider {...kit.form}>
        <FormFrameContext value={kit}>
          <Form
            id={formId}
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              event.stopPropagation();
              void kit.send('ok');
            }}
          >
            <HiddenNote values={defaults} keepsHidden={keepsHidden} />
            <ConflictPanel conflict={kit.conflict} />
            <ProblemSummary refused={kit.refused} />
            {children}
          </Form>
        </FormFrameContext>
      </FormProvider>
    </Dialog>
  );
}
