import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Input, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { letterTemplateSave, letterTemplates } from '../calls';
import { exampleWords, filled, letterKinds, unknownWord } from '../case';
import type { Template } from './TemplateList';

interface Draft {
  kind: string;
  name: string;
  body: string;
}
interface Props {
  of: Template | null;
  /** A template of its own with the words of this one. */
  copy: boolean;
  words: readonly string[];
  onClose: () => void;
  onSaved: () => Promise<void>;
}

/** A wording with what it will read like; a word in braces that means nothing is refused. */
export default function TemplateDialog({ of, copy, words, onClose, onSaved }: Props) {
  const key = useMemo(newKey, []);
  const own = of && !copy ? of : null;
  return (
    <FormDialog<Draft>
      open
      width="xl"
      onClose={onClose}
      title={own ? `编辑模板：${own.name}` : '新建函件模板'}
      defaults={{ kind: of?.kind ?? 'LETTER', name: own?.name ?? '', body: of?.body ?? '' }}
      latest={
        own === null
          ? undefined
          : latestRow(
              async () => (await call(letterTemplates, {})).templates,
              ({ id }) => id === own.id,
              ({ kind, name, body }) => ({ kind, name, body }),
            )
      }
      ok={own ? '保存为新版本' : '保存'}
      submit={async (draft, _confirmed, version = own?.version ?? 0) => {
        await call(letterTemplateSave, { id: own?.id ?? '', version, ...draft, kind: draft.kind as never }, { key });
        await onSaved();
        toast(`模板“${draft.name}”已保存`, 'ok');
      }}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="name" label="名称" required>
          <Input maxLength={30} />
        </Field>
        <Field name="kind" label="函件" required>
          <Select options={optionsOf(letterKinds)} readOnly={own !== null} />
        </Field>
      </div>
      <Field name="body" label="正文" required hint={`第一行为抬头，可用：${words.map((word) => `{${word}}`).join(' ')}`}>
        <Textarea rows={9} maxLength={2000} />
      </Field>
      <Sample />
      {own && own.versions.length > 1 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-ink-2">历史版本（{own.versions.length}）</summary>
          <ul className="mt-2 flex flex-col gap-2">
            {own.versions.map((one) => (
              <li key={one.ver} className="rounded-md bg-sunken px-3 py-2 whitespace-pre-line">
                第{one.ver}版 · {one.actor}：{one.body}
              </li>
            ))}
          </ul>
        </details>
      )}
    </FormDialog>
  );
}

function Sample() {
  const body = (useWatch({ name: 'body' }) as string | undefined) ?? '';
  const unknown = unknownWord(body);
  if (body.trim() === '') return null;
  return (
    <div className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <p className="text-ink-3">{unknown === undefined ? '示例' : `“{${unknown}}”无法识别，请改用上面的词`}</p>
      <p className="mt-1 whitespace-pre-line">{filled(body, exampleWords)}</p>
    </div>
  );
}
