import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call, messageOf } from '~/shell/call';
import { Button, IconButton } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { attributeKinds } from '../attribute';
import type { Attribute } from '../attribute.schema';
import { attributeOptions } from '../calls';

/** Puts the attributes in the order forms show them, by dragging or with the arrow buttons. */
export function SortDialog({ onClose, onSave }: { onClose: () => void; onSave: (ids: string[]) => Promise<void> }) {
  const [rows, setRows] = useState<Attribute[] | null>(null);
  const [problem, setProblem] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  useEffect(() => {
    call(attributeOptions, {}).then(
      ({ attributes }) => setRows(attributes),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  const place = (from: number, to: number) =>
    setRows((before) => {
      if (!before || to < 0 || to >= before.length) return before;
      const after = [...before];
      after.splice(to, 0, ...after.splice(from, 1));
      return after;
    });
  const save = async () => {
    try {
      await onSave((rows ?? []).map((row) => row.id));
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="属性排序"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="primary" disabled={!rows?.length} onPress={save}>
            保存顺序
          </Button>
        </>
      }
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!rows && !problem && <Skeleton lines={5} />}
      <ol className="flex flex-col gap-1">
        {rows?.map((row, index) => (
          <li
            key={row.id}
            draggable
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== null) place(dragged, index);
              setDragged(null);
            }}
            className={cx('flex items-center gap-2 rounded border border-line px-3 py-1.5', dragged === index && 'opacity-50')}
          >
            <GripVertical aria-hidden size={14} className="cursor-grab text-ink-3" />
            <span className="flex-1">
              {row.name} <span className="text-xs text-ink-3">{attributeKinds[row.kind]}</span>
            </span>
            <IconButton label={`上移${row.name}`} size="sm" icon={<ArrowUp aria-hidden />} disabled={index === 0} onClick={() => place(index, index - 1)} />
            <IconButton
              label={`下移${row.name}`}
              size="sm"
              icon={<ArrowDown aria-hidden />}
              disabled={index === rows.length - 1}
              onClick={() => place(index, index + 1)}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
