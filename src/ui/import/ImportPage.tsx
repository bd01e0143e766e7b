import { Download } from 'lucide-react';
import { useState } from 'react';
import { ActionRow } from '../kit/Button';
import { Card } from '../kit/Card';
import { RadioGroup } from '../kit/Checks';
import { confirm } from '../kit/confirm';
import { Alert, Spinner } from '../kit/Feedback';
import { FileDrop } from '../kit/FileDrop';
import { Steps } from '../kit/Steps';
import { sentenceOf } from '../kit/sentence';
import { toast } from '../kit/toast';
import { ImportDone } from './ImportDone';
import { PreviewCard } from './PreviewCard';
import type { CommitHow, ImportColumn, ImportMode, ImportPreview, ImportResult } from './types';

interface Props {
  title: string;
  templateHref: string;
  columns: readonly ImportColumn[];
  modes?: readonly ImportMode[];
  upload: (file: File, options: { mode: ImportMode }) => Promise<ImportPreview>;
  commit: (jobId: string, how: CommitHow) => Promise<ImportResult>;
  undo?: (jobId: string) => Promise<unknown>;
  backHref?: string;
}

const modeNames: Record<ImportMode, string> = { MERGE: '合并：已有的更新，没有的新增', INSERT: '仅新增：已存在的行报错' };
const steps = [{ title: '上传文件' }, { title: '校验预览' }, { title: '导入结果' }];

export function ImportPage({ title, templateHref, columns, modes = ['MERGE', 'INSERT'], upload, commit, undo, backHref }: Props) {
  const [mode, setMode] = useState<ImportMode>(modes[0] ?? 'MERGE');
  const [file, setFile] = useState<File | null>(null);
  const [checking, setChecking] = useState(false);
  const [refused, setRefused] = useState('');
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [undone, setUndone] = useState(false);

  const check = async (chosen: File) => {
    setFile(chosen);
    setRefused('');
    setChecking(true);
    try {
      setPreview(await upload(chosen, { mode }));
    } catch (error) {
      setRefused(sentenceOf(error));
    } finally {
      setChecking(false);
    }
  };
  const restart = () => {
    setFile(null);
    setPreview(null);
    setResult(null);
    setUndone(false);
    setRefused('');
  };
  const takeBack = async () => {
    if (
      !result ||
      !undo ||
      !(await confirm({ title: '撤销本次导入？', body: '本批新增的数据将删除，更新的数据将还原；已被使用的数据不能撤销。', tone: 'danger', ok: '撤销导入' }))
    )
      return;
    await undo(result.jobId);
    setUndone(true);
    toast('已撤销本次导入', 'ok');
  };

  return (
    <div className="flex flex-col gap-3">
      <Card>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
          <h1 className="text-xl">{title}</h1>
          <div className="min-w-0 flex-1">
            <Steps items={steps} current={result ? 3 : preview ? 1 : 0} />
          </div>
          <ActionRow actions={[backHref && !result ? { label: '返回', href: backHref } : null]} />
        </div>
      </Card>
      {result ? (
        <ImportDone result={result} undone={undone} onUndo={undo ? takeBack : undefined} onAgain={restart} backHref={backHref} />
      ) : preview ? (
        <PreviewCard preview={preview} fileName={file?.name ?? ''} onBack={restart} onCommit={async (how) => setResult(await commit(preview.jobId, how))} />
      ) : (
        <>
          <Card title="上传文件" actions={[{ label: '下载模板', href: templateHref, icon: <Download aria-hidden /> }]}>
            <div className="flex flex-col gap-4">
              {modes.length > 1 && (
                <RadioGroup
                  aria-label="导入方式"
                  value={mode}
                  onChange={(value) => setMode(value as ImportMode)}
                  options={modes.map((value) => ({ value, label: modeNames[value] }))}
                />
              )}
              <FileDrop
                accept=".xlsx,.csv"
                maxMb={10}
                file={file}
                onFile={check}
                disabled={checking}
                hint="支持 .xlsx、.csv（UTF-8 或 GBK），不超过 5000 行、10 MB"
              />
              {checking && <Spinner label="正在逐行校验，请稍候…" />}
              {refused && (
                <Alert tone="danger" title="文件没有通过" actions={file ? [{ label: '重新校验', onPress: () => check(file) }] : undefined}>
                  {refused}
                </Alert>
              )}
              <p className="text-sm text-ink-3">上传后先校验，不会写入数据；确认后才导入。</p>
            </div>
          </Card>
          <ColumnHelp columns={columns} />
        </>
      )}
    </div>
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
            <dd className="min-w-0 text-ink-3">{column.note ?? (column.required ? '必填' : '选填')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
