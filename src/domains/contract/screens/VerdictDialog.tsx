import { useEffect, useState } from 'react';
import { VerdictView } from '~/domains/seal/pickers/VerdictView';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { sentenceOf } from '~/ui/kit/sentence';
import { contractVerdict } from '../calls';

/** 验签 of the stored file; anybody may ask the same of their copy. */
export default function VerdictDialog({ contract, onClose }: { contract: { id: string; no: string }; onClose: () => void }) {
  const [verdict, setVerdict] = useState<AnswerOf<typeof contractVerdict>>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(contractVerdict, { id: contract.id }).then(setVerdict, (error: unknown) => setProblem(sentenceOf(error)));
  }, [contract.id]);
  return (
    <Dialog open onClose={onClose} title={`合同${contract.no}的签名验证`} width="lg">
      <div className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {!verdict && !problem && <Spinner label="正在验证" />}
        {verdict && <VerdictView verdict={verdict} />}
        {verdict && (
          <p className="text-sm text-ink-3">
            持有文件的任何人都可以在<Link href="/portal/verifyContract">合同验签</Link>页面上传文件核实，无需登录。
          </p>
        )}
      </div>
    </Dialog>
  );
}
