import { useState } from 'react';
import { confirm } from '../kit/confirm';
import { sentenceOf } from '../kit/sentence';
import { toast } from '../kit/toast';
import type { CommitHow, ImportMode, ImportPreview, ImportResult } from './types';

export interface ImportSteps {
  modes: readonly ImportMode[];
  upload: (file: File, options: { mode: ImportMode }) => Promise<ImportPreview>;
  commit: (jobId: string, how: CommitHow) => Promise<ImportResult>;
  undo?: ((jobId: string) => Promise<unknown>) | undefined;
}

/** One import on its way: a file, what the check found, what was imported, whether that was taken back. */
export function useImport({ modes, upload, commit, undo }: ImportSteps) {
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
    if (!result || !undo) return;
    const body = '本批新增的数据将删除，更新的数据将还原；已被使用的数据不能撤销。';
    if (!(await confirm({ title: '撤销本次导入？', body, tone: 'danger', ok: '撤销导入' }))) return;
    await undo(result.jobId);
    setUndone(true);
    toast('已撤销本次导入', 'ok');
  };
  const agree = async (how: CommitHow) => {
    if (preview) setResult(await commit(preview.jobId, how));
  };
  return { mode, setMode, file, checking, refused, preview, result, undone, check, restart, agree, takeBack: undo && takeBack };
}
export type ImportUnderWay = ReturnType<typeof useImport>;
