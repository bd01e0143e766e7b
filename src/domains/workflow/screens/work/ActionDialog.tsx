import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AttachedFile } from '~/domains/file/attachment.schema';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { uploadFile } from '~/domains/file/pickers/uploadFile';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf, newKey } from '~/shell/call';
import { QuickOpinions } from '~/ui/approval/QuickOpinions';
import { SignaturePad } from '~/ui/approval/SignaturePad';
import { FormFrameContext, newFrame, whenDone } from '~/ui/form/FormContext';
import { Button } from '~/ui/kit/Button';
import { Combobox } from '~/ui/kit/Combobox';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Input, Textarea } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { normaliseNumber } from '~/ui/kit/number';
import { Select } from '~/ui/kit/Select';
import type { Option } from '~/ui/kit/types';
import { taskPeople, taskSubmit } from '../../taskCalls';
import { type Allowed, offerOf } from './actions';

export type Submitted = AnswerOf<typeof taskSubmit>;
interface Props {
  taskId: string;
  instanceId: string;
  subject: string;
  allowed: Allowed;
  onClose: () => void;
  onDone: (done: Submitted) => void;
  /** Refused because things stand otherwise by now. */
  onRefused: (why: string) => void;
}

const MOST_WORDS = 500;
const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/;

/** One action with everything it asks: opinion, people, where to, files and signature. Ctrl+Enter sends it. */
export default function ActionDialog({ taskId, instanceId, subject, allowed, onClose, onDone, onRefused }: Props) {
  const offer = offerOf(allowed.action);
  const [key] = useState(newKey);
  const [words, setWords] = useState('');
  const [users, setUsers] = useState('');
  const [more, setMore] = useState<Record<string, string>>({});
  const [target, setTarget] = useState(allowed.targets[0]?.id ?? '');
  const [files, setFiles] = useState<AttachedFile[]>([]);
  // The last of them may arrive while the action waits for it.
  const arrived = useRef(files);
  const attach = (next: AttachedFile[]) => {
    arrived.current = next;
    setFiles(next);
  };
  const [signed, setSigned] = useState<Blob | null>(null);
  const [problem, setProblem] = useState('');
  const [frame] = useState(() => newFrame('act'));
  const people = usePeople(allowed, taskId, instanceId);
  if (!offer) return null;
  const wantsWords = allowed.opinion || !offer.optional;

  const send = async () => {
    const given = words.trim();
    const missing = allowed.asks.find(({ key: one }) => !AMOUNT.test(more[one] ?? ''));
    const why =
      (wantsWords && !given && `请填写${offer.words}`) ||
      (given.length > MOST_WORDS && `${offer.words}不能超过${MOST_WORDS}个字`) ||
      (missing && `请${missing.label}，最多两位小数`) ||
      (allowed.people && !users && `请选择“${offer.people ?? '同事'}”`) ||
      (allowed.signature && !signed && '该节点要求手写签名，请在签名框内签名') ||
      '';
    setProblem(why);
    if (why) return;
    try {
      await whenDone(frame.underWay);
      const signature = signed ? (await uploadFile(new File([signed], '签名.png', { type: 'image/png' }), 'ATTACHMENT')).key : '';
      const chosen = users.split(',').filter(Boolean);
      const input = {
        taskId,
        instanceId,
        action: allowed.action,
        opinion: given,
        files: arrived.current.map((file) => file.key),
        signature,
        target,
        users: chosen,
        more,
      };
      onDone(await call(taskSubmit, input, { key }));
    } catch (error) {
      setProblem(messageOf(error));
      onRefused(messageOf(error));
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${offer.label} · ${subject}`}
      note={offer.hint}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone={offer.tone ?? 'primary'} onPress={send} title="Ctrl+Enter">
            确认{offer.label}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter from any field inside presses the button below */}
      <div className="flex flex-col gap-4" onKeyDown={press}>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {allowed.targets.length > 0 && (
          <Labelled label="退回到">
            <Select aria-label="退回到" value={target} onChange={setTarget} options={allowed.targets.map(({ id, name }) => ({ value: id, label: name }))} />
          </Labelled>
        )}
        {allowed.people && <PeopleField label={offer.people ?? '同事'} many={offer.many === true} people={people} value={users} onChange={setUsers} />}
        {allowed.asks.map(({ key: one, label }) => (
          <Labelled key={one} label={`${label}（必填）`}>
            <Input
              aria-label={label}
              inputMode="decimal"
              value={more[one] ?? ''}
              onChange={(typed) => setMore({ ...more, [one]: normaliseNumber(typed) ?? typed })}
            />
          </Labelled>
        ))}
        <Labelled label={`${offer.words}${wantsWords ? '（必填）' : '（选填）'}`}>
          <Textarea aria-label={offer.words} value={words} onChange={setWords} rows={3} maxLength={MOST_WORDS} autoFocus />
        </Labelled>
        {offer.decides && (
          <QuickOpinions
            kind={allowed.action === 'PASS' ? 'for' : 'against'}
            typed={words}
            onPick={(one) => setWords(words.trim() ? `${words.trim()}。${one}` : one)}
          />
        )}
        {offer.decides && (
          <Labelled label="附件（选填）">
            <FormFrameContext value={frame}>
              <AttachmentInput value={files} onChange={attach} max={10} />
            </FormFrameContext>
          </Labelled>
        )}
        {(allowed.signature || (offer.decides && allowed.action === 'PASS')) && (
          <SignatureField required={allowed.signature} onChange={setSigned} invalid={problem.includes('签名')} />
        )}
      </div>
    </Dialog>
  );
}

const Labelled = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <p className="mb-1 text-sm text-ink-2">{label}</p>
    {children}
  </div>
);

/** Where the step asks for none, a signature is there for who wants to sign. */
function SignatureField({ required, onChange, invalid }: { required: boolean; onChange: (picture: Blob | null) => void; invalid: boolean }) {
  const [open, setOpen] = useState(required);
  if (!open)
    return (
      <Button className="self-start" onClick={() => setOpen(true)}>
        手写签名
      </Button>
    );
  return (
    <Labelled label={`手写签名${required ? '（必填）' : '（选填）'}`}>
      <SignaturePad label="手写签名" onChange={onChange} invalid={invalid} />
    </Labelled>
  );
}

/** Undefined until they came; why they cannot be had. */
type People = readonly Option[] | string | undefined;
/** Asked for when the dialog opens: who may be named changes with people and roles. */
function usePeople(allowed: Allowed, taskId: string, instanceId: string): People {
  const [people, setPeople] = useState<People>();
  useEffect(() => {
    if (!allowed.people) return;
    call(taskPeople, { taskId, instanceId, action: allowed.action }).then(
      ({ members }) => setPeople(members.map(({ id, name, note }) => ({ value: id, label: name, ...(note ? { hint: note } : {}) }))),
      (error: unknown) => setPeople(messageOf(error)),
    );
  }, [allowed, taskId, instanceId]);
  return people;
}

interface PeopleProps {
  label: string;
  many: boolean;
  people: People;
  value: string;
  onChange: (value: string) => void;
}
function PeopleField({ label, many, people, value, onChange }: PeopleProps) {
  if (typeof people === 'string') return <Alert tone="danger">{people}</Alert>;
  const hint = people ? people.length > 0 && (many ? '可选多人' : '输入姓名') : '正在读取…';
  const shared = { 'aria-label': label, options: people ?? [], value, placeholder: hint || '没有可选的同事' };
  return (
    <Labelled label={label}>{many ? <MultiSelect {...shared} onChange={onChange} /> : <Combobox {...shared} onChange={(next) => onChange(next)} />}</Labelled>
  );
}
