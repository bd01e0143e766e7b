import { Boxes, BriefcaseBusiness, CircleCheckBig, Gauge, ListTodo } from 'lucide-react';
import type { MeView } from '~/portal/me.schema';
import { Menu } from '~/ui/kit/Popover';
import { Badge } from '~/ui/kit/Tag';
import type { Action } from '~/ui/kit/types';
import { Opener } from './barButton';
import { useBatchEntry } from './useBatches';
import { useTaskEntries } from './useTasks';

const WORKBENCH = '/portal/supplyChain/factory/workbench';
const icons = { todo: <ListTodo size={16} aria-hidden="true" />, done: <CircleCheckBig size={16} aria-hidden="true" /> } as const;

/** What waits for the person and where they go on working (spec section 2: my-work menu). */
export function MyWork({ me }: { me: MeView }) {
  const batches = useBatchEntry(me);
  const { count, entries } = useTaskEntries(me);
  const actions: Action[] = [
    ...entries.map((entry) => ({ ...entry, icon: icons[entry.key as keyof typeof icons] })),
    ...batches.map((entry) => ({ ...entry, icon: <Boxes size={16} aria-hidden="true" /> })),
    ...(me.customerId === null ? [{ label: '工作台', icon: <Gauge size={16} aria-hidden="true" />, href: WORKBENCH }] : []),
  ];
  const icon = (
    <span className={count > 0 ? 'relative mr-2' : 'relative'}>
      <BriefcaseBusiness size={17} aria-hidden="true" />
      {count > 0 && (
        <span className="absolute -top-2 -right-2.5">
          <Badge count={count} max={99} label="条待办" />
        </span>
      )}
    </span>
  );
  return <Menu label="我的工作" trigger={<Opener icon={icon} text="我的工作" />} actions={actions} />;
}
