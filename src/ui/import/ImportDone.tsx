import { CircleCheck, Undo2 } from 'lucide-react';
import { ActionRow } from '../kit/Button';
import { Card } from '../kit/Card';
import { formatTime } from '../values/format';
import type { ImportResult } from './types';

interface Props {
  result: ImportResult;
  undone: boolean;
  onUndo?: (() => Promise<void>) | undefined;
  onAgain: () => void;
  backHref?: string | undefined;
}

export function ImportDone({ result, undone, onUndo, onAgain, backHref }: Props) {
  const Icon = undone ? Undo2 : CircleCheck;
  const undo = onUndo && result.undoable && !undone;
  return (
    <Card>
      <div role="status" className="flex flex-col items-center gap-2 py-8 text-center">
        <Icon aria-hidden className={undone ? 'size-12 text-ink-3' : 'size-12 text-ok'} strokeWidth={1.5} />
        <p className="text-xl font-semibold">{undone ? '本次导入已撤销' : '导入完成'}</p>
        <p className="figures text-ink-2">
          新增 {result.inserted} 行 · 更新 {result.updated} 行 · 未导入 {result.skipped} 行
        </p>
        {result.note && !undone && <p className="text-warn">{result.note}</p>}
        {undo && (
          <p className="text-sm text-ink-3">{result.undoUntil ? `${formatTime(result.undoUntil, 'minute')} 前` : '24 小时内'}、且数据未被使用时可以撤销</p>
        )}
        <ActionRow
          className="mt-3 justify-center"
          actions={[
            backHref ? { label: '返回列表', href: backHref, tone: 'primary' } : null,
            { label: '继续导入', onPress: onAgain },
            result.errorFileHref ? { label: '下载错误文件', href: result.errorFileHref } : null,
            undo ? { label: '撤销导入', onPress: onUndo } : null,
          ]}
        />
      </div>
    </Card>
  );
}
