import { Download, Eye, FileSpreadsheet, FileText, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Progress } from '~/ui/kit/Feedback';
import { DateTime } from '~/ui/values/DateTime';
import type { AttachedFile, Attachment } from '../attachment.schema';
import { fileHref, sizeText } from './fileHref';
import type { Uploading } from './useUploads';

type Shown = AttachedFile & Partial<Pick<Attachment, 'addedBy' | 'addedAt'>>;
interface Props {
  files: readonly Shown[];
  uploads?: readonly Uploading[];
  onRemove?: ((file: Shown) => unknown) | undefined;
  onCancel?: (id: number) => void;
}

const isPicture = (file: AttachedFile): boolean => file.mime.startsWith('image/');

/** Files with their size and who added them; pictures open in place, everything can be saved. Uploads under way stand below. */
export function AttachmentRows({ files, uploads = [], onRemove, onCancel }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  if (files.length + uploads.length === 0) return null;
  return (
    <>
      <ul className="grid gap-2 md:grid-cols-2" aria-label="附件">
        {files.map((file) => (
          <FileRow key={file.key} file={file} onShow={() => setShown(file)} onRemove={onRemove && (() => onRemove(file))} />
        ))}
        {uploads.map((one) => (
          <UploadRow key={one.id} upload={one} onCancel={() => onCancel?.(one.id)} />
        ))}
      </ul>
      <Dialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title={shown?.name ?? ''}
        width="xl"
        footer={
          <Button href={shown ? fileHref(shown.key) : '#'} external>
            查看原图
          </Button>
        }
      >
        {shown && <img src={fileHref(shown.key)} alt={shown.name} className="mx-auto max-h-[66dvh] max-w-full object-contain" />}
      </Dialog>
    </>
  );
}

function FileRow({ file, onShow, onRemove }: { file: Shown; onShow: () => void; onRemove?: (() => unknown) | undefined }) {
  return (
    <li className="flex min-w-0 items-center gap-3 rounded border border-line bg-paper px-3 py-2">
      <FileFace file={file} />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={file.name}>
          {file.name}
        </p>
        <p className="truncate text-xs text-ink-3">
          {sizeText(file.size)}
          {file.addedBy && ` · ${file.addedBy}`}
          {file.addedAt && (
            <>
              {' · '}
              <DateTime value={file.addedAt} kind="minute" />
            </>
          )}
        </p>
      </div>
      {isPicture(file) && <IconButton label={`预览${file.name}`} size="sm" icon={<Eye aria-hidden />} onClick={onShow} />}
      <IconButton label={`下载${file.name}`} size="sm" icon={<Download aria-hidden />} href={fileHref(file.key)} external />
      {onRemove && <IconButton label={`删除${file.name}`} size="sm" icon={<Trash2 aria-hidden />} onPress={onRemove} />}
    </li>
  );
}

function FileFace({ file }: { file: AttachedFile }) {
  if (isPicture(file))
    return <img src={fileHref(file.key, 96)} alt="" width={40} height={40} className="size-10 shrink-0 rounded border border-line object-cover" />;
  const Icon = file.mime.includes('sheet') ? FileSpreadsheet : FileText;
  return (
    <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded bg-sunken text-ink-3">
      <Icon className="size-5" strokeWidth={1.5} />
    </span>
  );
}

function UploadRow({ upload, onCancel }: { upload: Uploading; onCancel: () => void }) {
  return (
    <li className={`flex min-w-0 items-center gap-3 rounded border px-3 py-2 ${upload.problem ? 'border-danger' : 'border-line'}`}>
      <div className="min-w-0 flex-1">
        <p className="truncate" title={upload.name}>
          {upload.name}
        </p>
        {upload.problem ? (
          <p role="alert" className="text-xs text-danger">
            {upload.problem}
          </p>
        ) : (
          <Progress value={upload.share} max={1} label={`正在上传${upload.name}`} />
        )}
      </div>
      <IconButton label={upload.problem ? `移除${upload.name}` : `取消上传${upload.name}`} size="sm" icon={<X aria-hidden />} onClick={onCancel} />
    </li>
  );
}
