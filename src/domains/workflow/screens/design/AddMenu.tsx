import { Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { cx } from '~/ui/kit/cx';
import { Menu } from '~/ui/kit/Popover';
import { KindIcon } from '../../pickers/NodeCard';
import { nodeKinds } from '../../processTree';
import { type AddedKind, addedKinds, whyNotAdd } from '../../treeEdit';

interface Props {
  home: string;
  at: number;
  /** As many nodes as there may be. */
  full: boolean;
  /** As many branchings around as there may be. */
  deep: boolean;
  onAdd: (home: string, at: number, kind: AddedKind) => void;
  /** Whether what is being dragged may be put here. */
  takes: () => boolean;
  onDrop: (home: string, at: number) => void;
}

const names: Record<AddedKind, string> = { ...nodeKinds, APPROVE: '审批人', HANDLE: '办理人', CC: '抄送人', END: '结束流程' };

/** The plus on the line between two nodes; a node dragged there is put there. */
export const AddMenu = memo(function AddMenu({ home, at, full, deep, onAdd, takes, onDrop }: Props) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop; by keys nodes are moved with Alt and the arrows
    <span
      data-gap={`${home} ${at}`}
      onDragOver={(event) => {
        if (!takes()) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(home, at);
      }}
      className={cx('grid place-items-center rounded-full', over && 'bg-brand-soft p-2')}
    >
      <Menu
        label="添加节点"
        trigger={
          <button
            type="button"
            aria-label="添加节点"
            title="添加节点"
            className="grid size-7 place-items-center rounded-full border border-brand-fill bg-paper text-brand shadow-raised hover:bg-brand-fill hover:text-on-brand"
          >
            <Plus aria-hidden className="size-4" />
          </button>
        }
        actions={addedKinds.map((kind) => {
          const reason = whyNotAdd(kind, { home, full, deep });
          return {
            key: kind,
            label: names[kind],
            icon: <KindIcon kind={kind} />,
            disabled: reason !== '',
            ...(reason ? { reason } : {}),
            onPress: () => onAdd(home, at, kind),
          };
        })}
      />
    </span>
  );
});
