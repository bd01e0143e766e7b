import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Copyable } from '~/ui/values/Copyable';
import { formatTime } from '~/ui/values/format';

interface Props {
  title: string;
  /** Name and value of what is shown this once. */
  shown: readonly (readonly [name: string, value: string])[];
  oldUntil?: string | null;
  onClose: () => void;
}

/** What nobody can look up again. */
export function SecretDialog({ title, shown, oldUntil, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <Button tone="primary" onPress={onClose}>
          我已保存
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Alert tone="warn">密钥只显示这一次，请立即保存到安全的地方；遗失后只能更换。</Alert>
        <dl className="flex flex-col gap-3">
          {shown.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-ink-3">{name}</dt>
              <dd className="mt-0.5 rounded border border-line bg-sunken px-3 py-2">
                <Copyable value={value}>
                  <code className="break-all">{value}</code>
                </Copyable>
              </dd>
            </div>
          ))}
        </dl>
        {oldUntil && <p className="text-ink-2">{`旧密钥在${formatTime(oldUntil)}前仍可使用，请在此之前完成更换。`}</p>}
      </div>
    </Dialog>
  );
}
