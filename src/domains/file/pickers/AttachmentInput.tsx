import { Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import type { InputProps } from '~/ui/kit/types';
import { ATTACHMENT_ENDINGS, ATTACHMENT_MB, MOST_ATTACHMENTS } from '../attachment';
import type { AttachedFile } from '../attachment.schema';
import { AttachmentRows } from './AttachmentRows';
import { useUploads } from './useUploads';

interface Props extends Omit<InputProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: readonly AttachedFile[] | '' | undefined;
  onChange?: (files: AttachedFile[]) => void;
  max?: number;
}

/** Files of a form being filled in, stored at once and attached when the form is saved: `<Field name="attachments"><AttachmentInput /></Field>`. */
export function AttachmentInput({ value, onChange, max = MOST_ATTACHMENTS, ...field }: Props) {
  const files = value || [];
  // Uploads end in any order, each over what the form holds by then.
  const held = useRef<readonly AttachedFile[]>(files);
  held.current = files;
  const change = (next: readonly AttachedFile[]) => {
    held.current = next;
    onChange?.([...next]);
  };
  const { uploads, begin, drop } = useUploads((file) => change([...held.current, file]));
  return (
    <div className="flex flex-col gap-2">
      {!field.readOnly && (
        <FileChooser {...field} room={max - files.length - uploads.length} onFiles={(chosen) => chosen.forEach((file) => void begin(file))} />
      )}
      <AttachmentRows
        files={files}
        uploads={uploads}
        onCancel={drop}
        onRemove={field.readOnly || field.disabled ? undefined : (file) => change(held.current.filter((one) => one.key !== file.key))}
      />
    </div>
  );
}

interface ChooserProps extends Pick<InputProps, 'id' | 'disabled' | 'invalid' | 'aria-describedby'> {
  /** How many more files fit. */
  room: number;
  onFiles: (files: File[]) => void;
}

/** A button and a place to drop files on. */
export function FileChooser({ id, disabled, invalid, room, onFiles, ...aria }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const off = disabled || room <= 0;
  const take = (list: FileList | null) => !off && onFiles([...(list ?? [])].slice(0, room));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-dashed px-3 py-2',
        invalid ? 'border-danger' : over ? 'border-brand bg-brand-soft' : 'border-line-strong',
      )}
    >
      <Button id={id} disabled={off} icon={<Paperclip aria-hidden />} onClick={() => input.current?.click()} {...aria}>
        选择文件
      </Button>
      <span className="text-sm text-ink-3">{room > 0 ? `或拖到这里；图片、PDF、Excel、Word，单个不超过 ${ATTACHMENT_MB} MB` : '已达附件个数上限'}</span>
      <input
        ref={input}
        type="file"
        multiple
        accept={ATTACHMENT_ENDINGS}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
}
