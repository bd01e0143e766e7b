import { useEffect, useState } from 'react';
import { Button } from './Button';
import type { Confirmed, ConfirmOptions } from './confirm';
import DialogPanel from './DialogPanel';
import { Textarea } from './Input';
import { mountDialog } from './mountDialog';

/** Mounts its own root, so any island or plain function may ask. */
export function askInDialog(options: ConfirmOptions): Promise<Confirmed> {
  return new Promise((resolve) => {
    mountDialog((close) => (
      <ConfirmDialog
        options={options}
        onAnswer={(given) => {
          close();
          resolve(given);
        }}
      />
    ));
  });
}

function ConfirmDialog({ options, onAnswer }: { options: ConfirmOptions; onAnswer: (given: Confirmed) => void }) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const asked = options.reason ? { label: '原因', max: 200, ...(typeof options.reason === 'object' ? options.reason : {}) } : null;
  const suggested = useSuggestions(typeof options.reason === 'object' ? options.reason.suggest : undefined);
  const problem = !asked ? '' : reason.trim() === '' ? `请填写${asked.label}` : reason.length > asked.max ? `${asked.label}长度不能超过${asked.max}个字` : '';
  const accept = () => {
    setTried(true);
    if (!problem) onAnswer({ reason: reason.trim() });
  };
  return (
    <DialogPanel
      open
      onClose={() => onAnswer(false)}
      title={options.title}
      width="sm"
      footer={
        <>
          <Button onClick={() => onAnswer(false)} autoFocus={!asked && options.tone === 'danger'}>
            {options.cancel ?? '取消'}
          </Button>
          <Button tone={options.tone ?? 'primary'} onClick={accept} autoFocus={!asked && options.tone !== 'danger'}>
            {options.ok ?? '确定'}
          </Button>
        </>
      }
    >
      {options.body && <p className="whitespace-pre-line text-ink-2">{options.body}</p>}
      {asked && (
        <div className="mt-3">
          <label htmlFor="confirm-reason" className="mb-1 block">
            {asked.label}
            <span className="ml-0.5 text-danger">*</span>
          </label>
          {suggested.length > 0 && (
            <div className="mb-2 flex flex-wrap gap-1.5">
              {suggested.map((words) => (
                <Button key={words} size="sm" onClick={() => setReason(words)}>
                  {words}
                </Button>
              ))}
            </div>
          )}
          <Textarea
            id="confirm-reason"
            value={reason}
            onChange={setReason}
            maxLength={asked.max}
            invalid={tried && problem !== ''}
            aria-describedby="confirm-problem"
            autoFocus
          />
          <span id="confirm-problem" role="alert" className="block min-h-5 text-sm text-danger">
            {tried && problem}
          </span>
        </div>
      )}
    </DialogPanel>
  );
}

/** Usual answers, offered when they arrive; without them the person types. */
function useSuggestions(suggest: (() => Promise<readonly string[]>) | undefined): readonly string[] {
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  useEffect(() => {
    suggest?.().then(setSuggested, () => undefined);
  }, [suggest]);
  return suggested;
}
