import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, isRefused } from '~/shell/call';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { FileDrop } from '~/ui/kit/FileDrop';
import { contractVerify } from '../calls';
import { VerdictView } from '../pickers/VerdictView';

type Verdict = AnswerOf<typeof contractVerify>;

/** 验签: any signed PDF, without logging in. */
export default function VerifyFile() {
  const [file, setFile] = useState<File | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async (chosen: File) => {
    setFile(chosen);
    setVerdict(null);
    setProblem('');
    setBusy(true);
    try {
      setVerdict(await call(contractVerify, { file: chosen }));
    } catch (error) {
      setProblem(isRefused(error) ? error.message : '暂时无法验证，请稍后重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <FileDrop accept=".pdf" maxMb={10} file={file} onFile={take} disabled={busy} hint="选择已签署的PDF文件；文件只用于本次验证，不会保存" />
      <div aria-live="polite" className="flex flex-col gap-4">
        {busy && <Spinner label="正在验证" />}
        {problem && <Alert tone="danger" title={problem} />}
        {verdict && <VerdictView verdict={verdict} />}
      </div>
    </div>
  );
}
