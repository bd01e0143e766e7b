import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from '~/ui/kit/Button';
import { Menu } from '~/ui/kit/Popover';
import type { Action } from '~/ui/kit/types';
import { taskHref } from '../../task';
import type { TaskInfo } from '../../task.schema';
import { type Allowed, offered, offerOf } from './actions';

interface Props {
  info: TaskInfo;
  onAct: (allowed: Allowed) => void;
  more: readonly Action[];
}

/** All that may be done with the task, at the bottom edge: within reach of a thumb. */
export function WorkBar({ info, onAct, more }: Props) {
  const all = offered(info.allowed);
  const inBar = all.filter((one) => offerOf(one.action)?.bar);
  const rest: Action[] = all
    .filter((one) => !inBar.includes(one))
    .map((one) => ({
      key: one.action,
      label: offerOf(one.action)?.label ?? one.action,
      onPress: () => onAct(one),
      ...(offerOf(one.action)?.tone === 'danger' ? { tone: 'danger' as const } : {}),
    }));
  const { previous, next } = info.neighbours;
  return (
    <section
      aria-label="操作"
      data-print="hide"
      className="sticky bottom-0 z-20 -mx-3 flex items-center gap-2 border-t border-line bg-paper px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-raised sm:mx-0 sm:rounded-lg sm:border sm:px-4"
    >
      <IconButton label="上一条待办（Alt+K）" icon={<ChevronLeft aria-hidden />} {...(previous ? { href: taskHref(previous) } : { disabled: true })} />
      <IconButton label="下一条待办（Alt+J）" icon={<ChevronRight aria-hidden />} {...(next ? { href: taskHref(next) } : { disabled: true })} />
      <span className="ml-auto flex items-center gap-2">
        <Menu
          label="更多操作"
          trigger={
            <Button size="md" className="max-sm:min-h-10">
              更多
            </Button>
          }
          actions={[...rest, ...more]}
        />
        {[...inBar].reverse().map((one) => {
          const offer = offerOf(one.action);
          return (
            <Button key={one.action} className="max-sm:min-h-10" {...(offer?.tone ? { tone: offer.tone } : {})} onPress={() => onAct(one)}>
              {offer?.label}
            </Button>
          );
        })}
      </span>
    </section>
  );
}
