import { FileSpreadsheet, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from './cx';

interface FileDropProps {
  /** File endings, as the input's accept: '.xlsx,.csv'. */
  accept: string;
  maxMb: number;
  onFile: (file: File) => void;
  hint?: string;
  file?: File | null;
  disabled?: boolean;
}

/** The sentence why a file is refused, or nothing. */
export function fileProblem(file: { name: string; size: number }, accept: string, maxMb: number): string | undefined {
  const endings = accept.split(',').map((ending) => ending.trim().toLowerCase());
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) return `文件“${file.name}”格式不支持，请选择 ${endings.join('、')} 文件`;
  if (file.size === 0) return `文件“${file.name}”是空文件`;
  if (file.size > maxMb * 1024 * 1024) return `文件“${file.name}”为 ${(file.size / 1024 / 1024).toFixed(1)} MB，超过上限 ${maxMb} MB`;
  return undefined;
}

export function FileDrop({ accept, maxMb, onFile, hint, file, disabled }: FileDropProps) {
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const take = (chosen: File | undefined) => {
    if (!chosen || disabled) return;
    const why = fileProblem(chosen, accept, maxMb);
    setProblem(why);
    if (!why) onFile(chosen);
  };
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
        className={cx(
          'flex min-h-40 flex-col items-center justify-center gap-1.5 rounded-lg border border-dashed px-6 py-8 text-center transition-colors focus-within:border-brand focus-within:ring-2 focus-within:ring-brand',
          over ? 'border-brand bg-brand-soft' : 'border-line-strong bg-sunken hover:border-brand-line hover:bg-hover',
          disabled && 'opacity-60',
        )}
      >
        <span aria-hidden className="text-brand">
          {file ? <FileSpreadsheet className="size-8" strokeWidth={1.5} /> : <Upload className="size-8" strokeWidth={1.5} />}
        </span>
        <span className="font-medium text-ink">{file ? file.name : '点击选择文件，或拖到这里'}</span>
        <span className="text-sm text-ink-3">
          {file ? `${(file.size / 1024).toFixed(1)} KB，点击可重新选择` : (hint ?? `支持 ${accept.replaceAll(',', '、')}，不超过 ${maxMb} MB`)}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
