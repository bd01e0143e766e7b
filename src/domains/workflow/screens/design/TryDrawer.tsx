import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Combobox } from '~/ui/kit/Combobox';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import type { FormValues } from '../../process';
import { processTestRun } from '../../processCalls';
import { useDesigning } from './DesignContext';
import { Labelled } from './Labelled';
import { optionsOfChoices } from './PeopleInput';
import { ValueInput } from './ValueInput';

type Tried = AnswerOf<typeof processTestRun>;
const endings = { PASS: '审批通过', REJECT: '自动驳回' } as const;

/** The way a document with these values would take, with the people who would be asked; the design need not be saved. */
export function TryDrawer({ businessKey, onClose }: { businessKey: string; onClose: () => void }) {
  const { tree, fields, choices, nameOf } = useDesigning();
  const [values, setValues] = useState<Record<string, string>>({});
  const [starterId, setStarter] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const run = async () => {
    const given: FormValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    setTried(await call(processTestRun, { key: businessKey, tree, values: given, starterId }));
  };
  return (
    <Dialog open onClose={onClose} title="试运行" note="填写样例数据，看单据会走哪条路、由谁审批；不会产生真实的审批" width="lg">
      <div className="grid gap-5 sm:grid-cols-[240px_minmax(0,1fr)]">
        <div className="flex flex-col gap-3">
          <Labelled label="发起人" hint="不选则为您本人">
            {(id) => (
              <Combobox
                id={id}
                value={starterId}
                shown={starterId && nameOf(starterId)}
                options={optionsOfChoices(choices.members)}
                onChange={(chosen) => setStarter(chosen)}
              />
            )}
          </Labelled>
          {fields.map((field) => (
            <Labelled key={field.key} label={field.label}>
              {(id) => (
                <ValueInput
                  id={id}
                  field={field}
                  label={field.label}
                  value={values[field.key] ?? ''}
                  onChange={(value) => setValues((was) => ({ ...was, [field.key]: value }))}
                />
              )}
            </Labelled>
          ))}
          <Button tone="primary" onPress={run}>
            试运行
          </Button>
        </div>
        <div aria-live="polite">{tried ? <Way tried={tried} /> : <p className="text-sm text-ink-3">结果显示在这里</p>}</div>
      </div>
    </Dialog>
  );
}

function Way({ tried }: { tried: Tried }) {
  return (
    <div className="flex flex-col gap-3">
      {tried.ends === '' && <Alert tone="danger">单据走到最后一个节点后无路可走，请检查条件分支</Alert>}
      <ol aria-label="试运行路径" className="flex flex-col gap-2">
        {tried.steps.map((one, at) => (
          <li key={`${one.nodeId} ${at}`} className="rounded border border-line px-3 py-2 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Tag>{one.kind}</Tag>
              <strong className="font-medium">{one.name}</strong>
              {one.branch && <span className="text-brand">→ {one.branch}</span>}
              {one.within && <span className="ml-auto text-xs text-ink-3">{one.within}</span>}
            </p>
            {one.people.length > 0 && (
              <ul className="mt-1 text-ink-2">
                {one.people.map((person) => (
                  <li key={`${person.name} ${person.why}`}>
                    {person.name}
                    <span className="ml-2 text-xs text-ink-3">{person.why}</span>
                  </li>
                ))}
              </ul>
            )}
            {one.note && <p className="mt-1 text-xs text-ink-3">{one.note}</p>}
          </li>
        ))}
      </ol>
      {tried.ends !== '' && <p className="text-sm">结果：{endings[tried.ends]}</p>}
    </div>
  );
}
