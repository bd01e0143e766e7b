import { ActionRow, Button } from '../kit/Button';
import type { BatchActions, ListHandle } from './types';

export interface BatchBarProps {
  list: ListHandle<never>;
  batch: BatchActions<never>;
}

/** What can be done with the picked rows, in view however long the list. */
export default function BatchBar({ list, batch }: BatchBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line bg-brand-soft px-4 py-2 max-sm:sticky max-sm:top-(--bar,0px) max-sm:z-4 sm:px-5">
      <span>
        已选 <strong className="figures text-brand">{list.picked.keys.length}</strong> 项
      </span>
      <Button tone="link" size="sm" onClick={list.picked.clear}>
        清空
      </Button>
      <ActionRow actions={batch(list.picked, list)} size="sm" className="ml-auto" />
    </div>
  );
}
