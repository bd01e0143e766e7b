import { Download } from 'lucide-react';
import { ActionRow } from '../kit/Button';
import { Card } from '../kit/Card';
import { RadioGroup } from '../kit/Checks';
import { Alert, Spinner } from '../kit/Feedback';
import { FileDrop } from '../kit/FileDrop';
import { Steps } from '../kit/Steps';
import { ImportDone } from './ImportDone';
import { PreviewCard } from './PreviewCard';
import type { ImportColumn, ImportMode } from './types';
import { type ImportSteps, type ImportUnderWay, useImport } from './useImport';

interface Props extends Omit<ImportSteps, 'modes'> {
  title: string;
  templateHref: string;
  columns: readonly ImportColumn[];
  /** A file may hold so many. */
  mostRows: number;
  modes?: readonly ImportMode[];
  backHref?: string;
  /** Inside a drawer, which has the title already. */
  untitled?: boolean;
}

const modeNames: Record<ImportMode, string> = { MERGE: '合并：已有的更新，没有的新增', REPLACE: '替换：以文件为准', INSERT: '仅新增：已存在的行报错' };
const steps = [{ title: '上传文件' }, { title: '校验预览' }, { title: '导入结果' }];

export function ImportPage({ title, templateHref, columns, mostRows, modes = ['MERGE', 'INSERT'], upload, commit, undo, backHref, untitled }: Props) {
  const job = useImport({ modes, upload, commit, undo });
  const { preview, result } = job;
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
          {!untitled && <h1 className="text-xl">{title}</h1>}
          <div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
            <Steps items={steps} current={result ? 3 : preview ? 1 : 0} />
          </div>
          <ActionRow actions={[backHref && !result ? { label: '返回', href: backHref } : null]} className="ml-auto" />
        </div>
      </Card>
      {result ? (
        <ImportDone result={result} undone={job.undone} onUndo={job.takeBack} onAgain={job.restart} backHref={backHref} />
      ) : preview ? (
        <PreviewCard preview={preview} fileName={job.file?.name ?? ''} onBack={job.restart} onCommit={job.agree} />
      ) : (
        <>
          <UploadCard job={job} templateHref={templateHref} mostRows={mostRows} modes={modes} />
          <ColumnHelp columns={columns} />
        </>
      )}
    </div>
  );
}

function UploadCard({ job, templateHref, mostRows, modes }: { job: ImportUnderWay; templateHref: string; mostRows: number; modes: readonly ImportMode[] }) {
  const { file } = job;
  return (
    <Card title="上传文件" actions={[{ label: '下载模板', href: templateHref, icon: <Download aria-hidden /> }]}>
      <div className="flex flex-col gap-4">
        {modes.length > 1 && (
          <RadioGroup
            aria-label="导入方式"
            value={job.mode}
            onChange={(value) => job.setMode(value as ImportMode)}
            options={modes.map((value) => ({ value, label: modeNames[value] }))}
          />
        )}
        <FileDrop
          accept=".xlsx,.csv"
          maxMb={10}
          file={file}
          onFile={job.check}
          disabled={job.checking}
          hint={`支持 .xlsx、.csv（UTF-8 或 GBK），不超过 ${mostRows} 行、10 MB`}
        />
        {job.checking && <Spinner label="正在逐行校验，请稍候…" />}
        {job.refused && (
          <Alert tone="danger" title="文件没有通过" actions={file ? [{ label: '重新校验', onPress: () => job.check(file) }] : undefined}>
            {job.refused}
          </Alert>
        )}
        <p className="text-sm text-ink-3">上传后先校验，不会写入数据；确认后才导入。</p>
      </div>
    </Card>
  );
}

function ColumnHelp({ columns }: { columns: readonly ImportColumn[] }) {
  return (
    <Card title="填写说明" note="按列名识别，列的先后不限">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map((column) => (
          <div key={column.title} className="flex gap-2">
            <dt className="shrink-0 font-medium">
              {column.title}
              {column.required && <span className="ml-0.5 text-danger">*</span>}
            </dt>
            <dd className="min-w-0 text-ink-3">{column.note || (column.required ? '必填' : '选填')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
