import { Download } from 'lucide-react';
import { displayCount } from '~/shared/money';
import { Button } from '../kit/Button';
import { Card, Stat } from '../kit/Card';
import { Alert } from '../kit/Feedback';
import { ErrorTable } from './ErrorTable';
import { effectKinds, effectNames, PreviewRows } from './PreviewRows';
import type { CommitHow, ImportPreview } from './types';

interface Props {
  preview: ImportPreview;
  fileName: string;
  onBack: () => void;
  onCommit: (how: CommitHow) => Promise<void>;
}

/** The dry run: what would happen, every error of every row, and the two ways to go on. */
export function PreviewCard({ preview, fileName, onBack, onCommit }: Props) {
  const { totalRows, validRows, invalidRows, effects, errors } = preview;
  const errorCount = preview.errorCount ?? errors.length;
  const clean = errorCount === 0;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        <Stat label="总行数" value={totalRows} />
        <Stat label="校验通过" value={validRows} tone="ok" />
        <Stat label="有错误" value={invalidRows} tone={invalidRows > 0 ? 'danger' : 'neutral'} />
        {effectKinds.map((kind) => effects && (effects[kind] > 0 || kind === 'NEW') && <Stat key={kind} label={effectNames[kind]} value={effects[kind]} />)}
      </div>
      <Card
        title="校验预览"
        note={fileName}
        flush
        actions={[!clean && preview.errorFileHref ? { label: '下载错误文件', href: preview.errorFileHref, icon: <Download aria-hidden /> } : null]}
      >
        {clean ? (
          <div className="p-5">
            <Alert tone="ok">{validRows > 0 ? `${displayCount(validRows)} 行全部通过校验，可以导入` : '文件里没有可导入的数据行'}</Alert>
          </div>
        ) : (
          <ErrorTable errors={errors} />
        )}
        {errorCount > errors.length && (
          <p className="px-5 pt-3 text-sm text-ink-3">
            共 {displayCount(errorCount)} 处错误，这里显示前 {displayCount(errors.length)} 处，全部请下载错误文件
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2 px-5 py-3">
          <Button onClick={onBack}>重新上传</Button>
          {!clean && validRows > 0 && <Button onPress={() => onCommit('VALID')}>仅导入正确的 {displayCount(validRows)} 行</Button>}
          <Button tone="primary" disabled={!clean || validRows === 0} title={clean ? undefined : '有错误时不能全部导入'} onPress={() => onCommit('ALL')}>
            {clean ? `导入 ${displayCount(validRows)} 行` : '全部成功才导入'}
          </Button>
        </div>
      </Card>
      <PreviewRows preview={preview} />
    </>
  );
}
