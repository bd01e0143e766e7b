import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { displayCount } from '~/shared/money';
import { call, messageOf, newKey } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { RadioGroup } from '~/ui/kit/Checks';
import DialogPanel from '~/ui/kit/DialogPanel';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { mountDialog } from '~/ui/kit/mountDialog';
import { optionsOf } from '~/ui/kit/options';
import type { Query } from '~/ui/list/query';
import { exportSize, exportStart } from '../exportCalls';
import { formats } from '../exportJob';
import { ExportProgress } from './ExportProgress';

interface Ask {
  type: string;
  query: Query;
  columns: string[];
}
type Size = AnswerOf<typeof exportSize>;
type Job = AnswerOf<typeof exportStart>;

export function askExport(ask: Ask): void {
  mountDialog((close) => <ExportDialog ask={ask} onClose={close} />);
}

function ExportDialog({ ask, onClose }: { ask: Ask; onClose: () => void }) {
  const [size, setSize] = useState<Size | null>(null);
  const [problem, setProblem] = useState('');
  const [job, setJob] = useState<Job | null>(null);
  useEffect(() => {
    call(exportSize, { type: ask.type, query: ask.query }).then(setSize, (error: unknown) => setProblem(messageOf(error)));
  }, [ask]);
  const title = size ? `导出${size.title}` : '导出';
  if (job) return <ExportProgress first={job} onClose={onClose} />;
  if (size) return <ExportForm ask={ask} size={size} onClose={onClose} onStarted={setJob} />;
  return (
    <DialogPanel open onClose={onClose} title={title} width="sm" footer={<Button onClick={onClose}>关闭</Button>}>
      {problem ? <Alert tone="danger">{problem}</Alert> : <Spinner label="正在统计条数…" />}
    </DialogPanel>
  );
}

function ExportForm({ ask, size, onClose, onStarted }: { ask: Ask; size: Size; onClose: () => void; onStarted: (job: Job) => void }) {
  const [format, setFormat] = useState<keyof typeof formats>('xlsx');
  const [which, setWhich] = useState('shown');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [key] = useState(newKey);
  const shown = new Set(size.columns.filter((column) => ask.columns.includes(column.key)).map((column) => column.key));
  const all = new Set(size.columns.map((column) => column.key));
  const missing = size.needsApproval && reason.trim() === '';
  const start = async () => {
    setTried(true);
    if (missing) return;
    const columns = which === 'shown' ? [...shown] : [];
    onStarted(await call(exportStart, { type: ask.type, query: ask.query, columns, format, reason: reason.trim() }, { key }));
  };
  return (
    <DialogPanel
      open
      onClose={onClose}
      title={`导出${size.title}`}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="primary" onPress={start}>
            {size.needsApproval ? '提交审批' : '导出'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          按当前条件共 <strong className="figures">{size.total}</strong> 条
        </p>
        <Choice label="文件格式">
          <RadioGroup aria-label="文件格式" value={format} onChange={(value) => setFormat(value as keyof typeof formats)} options={optionsOf(formats)} />
        </Choice>
        {size.importable ? (
          <p className="text-sm text-ink-3">列与导入模板一致，修改后可重新导入</p>
        ) : (
          shown.size > 0 &&
          shown.size < all.size && (
            <Choice label="导出的列">
              <RadioGroup
                aria-label="导出的列"
                value={which}
                onChange={setWhich}
                options={[
                  { value: 'shown', label: '列表当前显示的列' },
                  { value: 'all', label: `全部列（${size.columns.length}列）` },
                ]}
              />
            </Choice>
          )
        )}
        {size.needsApproval && (
          <>
            <Alert tone="warn">{`超过${displayCount(size.approvalRows)}条的导出须由其他人审批，同意后自动生成`}</Alert>
            <div>
              <label htmlFor="export-reason" className="mb-1 block">
                申请原因<span className="ml-0.5 text-danger">*</span>
              </label>
              <Textarea id="export-reason" value={reason} onChange={setReason} maxLength={200} invalid={tried && missing} aria-describedby="export-problem" />
              <span id="export-problem" role="alert" className="block min-h-5 text-sm text-danger">
                {tried && missing && '请填写申请原因'}
              </span>
            </div>
          </>
        )}
      </div>
    </DialogPanel>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-sm text-ink-2" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  );
}
