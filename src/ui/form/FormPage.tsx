import type { KeyboardEvent, ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { ZodType } from 'zod';
import { Button } from '../kit/Button';
import { Alert } from '../kit/Feedback';
import { ConflictPanel } from './ConflictPanel';
import { Form } from './Form';
import { FormFrameContext } from './FormContext';
import { HiddenNote, type KeepsHidden } from './HiddenNote';
import { ProblemSummary } from './ProblemSummary';
import { type Latest, useKitForm } from './useKitForm';

export interface FormButton {
  key: string;
  label: string;
  tone?: 'primary' | 'secondary' | 'danger';
  /** Sends what is there without checking it in the browser: drafts. */
  unchecked?: boolean;
}

interface Props<Values extends FieldValues> extends KeepsHidden {
  /** Its wire side is what the form holds and sends; the server checks again. */
  schema?: ZodType<unknown, Values>;
  defaults: Values;
  /** `confirmed`: the server warned (W1) and the person agreed. A rejection with `data.fields` lands beside the fields. */
  /** `button` is the key of the one pressed; what makes a call once is a key of the form's own (`newKey`). */
  submit: (values: Values, button: string, confirmed: boolean, version?: number) => Promise<unknown>;
  /** The document as it stands now: after a conflict the form shows the difference, keeps what was typed and goes on. `version` then comes with the submit. */
  latest?: Latest<Values> | undefined;
  buttons?: readonly FormButton[];
  draftKey?: string;
  cancelHref?: string;
  footer?: ReactNode;
  /** Left out while a step of the form has a bar of its own. */
  foot?: boolean;
  children: ReactNode;
}

const saveOnly: readonly FormButton[] = [{ key: 'save', label: '保存', tone: 'primary' }];

export function FormPage<Values extends FieldValues>({
  schema,
  defaults,
  submit,
  latest,
  buttons = saveOnly,
  draftKey,
  keepsHidden,
  cancelHref,
  footer,
  foot = true,
  children,
}: Props<Values>) {
  const { form, id, labels, underWay, refused, conflict, pending, send, draft } = useKitForm<Values>({ schema, defaults, submit, latest, draftKey });
  const main = buttons.find((button) => button.tone === 'primary') ?? buttons[0];
  // The main one stands last, at the same edge on every form.
  const inOrder = main ? [...buttons.filter((button) => button !== main), main] : buttons;
  return (
    <FormProvider {...form}>
      <FormFrameContext value={{ id, labels, underWay }}>
        <Form
          className="flex flex-col gap-3 [&_:is(input,select,textarea,button)]:scroll-mb-24"
          onSubmit={(event) => {
            event.preventDefault();
            if (main) void send(main.key, main.unchecked);
          }}
          onKeyDown={sendByKeys}
        >
          {draft.state === 'restored' && (
            <Alert tone="info" actions={[{ label: '放弃并还原', onPress: draft.discard }]}>
              已恢复上次未提交的内容
            </Alert>
          )}
          {draft.state === 'offered' && (
            <Alert
              tone="warn"
              actions={[
                { label: '恢复', onPress: draft.restore },
                { label: '放弃', onPress: draft.discard },
              ]}
            >
              上次有未提交的内容，但该单据之后已有变化，恢复前请核对
            </Alert>
          )}
          <HiddenNote values={defaults} keepsHidden={keepsHidden} />
          <ConflictPanel conflict={conflict} />
          <ProblemSummary refused={refused} />
          {children}
          {foot && (
            <footer
              className="sticky bottom-0 z-20 -mx-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-2.5 shadow-raised sm:mx-0 sm:rounded-t-lg sm:border sm:px-5"
              data-print="hide"
            >
              {footer && <div className="min-w-0 basis-full sm:basis-0 sm:grow">{footer}</div>}
              <div className="ml-auto flex flex-wrap items-center gap-2">
                {cancelHref && <Button href={cancelHref}>返回</Button>}
                {inOrder.map((button) => (
                  <Button
                    key={button.key}
                    tone={button.tone ?? 'secondary'}
                    type={button === main ? 'submit' : 'button'}
                    loading={pending === button.key}
                    disabled={pending !== ''}
                    title={button === main ? 'Ctrl+Enter' : undefined}
                    onClick={button === main ? undefined : () => void send(button.key, button.unchecked)}
                  >
                    {button.label}
                  </Button>
                ))}
              </div>
            </footer>
          )}
        </Form>
      </FormFrameContext>
    </FormProvider>
  );
}

/** Ctrl+Enter presses the main button from any field: moving to it first lets the field take what was typed, as the mouse does. */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.nativeEvent.isComposing) return;
  // Keys pressed in a dialog the form opened come here too.
  if (!event.currentTarget.contains(event.target as Node)) return;
  const main = event.currentTarget.querySelector<HTMLButtonElement>('footer button[type="submit"]');
  if (!main) return;
  event.preventDefault();
  main.focus();
  main.click();
}
