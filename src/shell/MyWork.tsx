import { Boxes, BriefcaseBusiness, Gauge } from 'lucide-react';
import type { MeView } from '~/portal/me';
import { Menu } from '~/ui/kit/Popover';
import type { Action } from '~/ui/kit/types';
import { Opener } from './barButton';
import { useBatchEntry } from './useBatches';

const WORKBENCH = '/portal/supplyChain/factory/workbench';

/** What waits for the person and where they go on working (spec section 2: my-work menu). */
export function MyWork({ me }: { me: MeView }) {
  const batches = useBatchEntry(me);
  const actions: Action[] = [
    ...batches.map((entry) => ({ ...entry, icon: <Boxes size={16} aria-hidden="true" /> })),
    ...(me.customerId === null ? [{ label: '工作台', icon: <Gauge size={16} aria-hidden="true" />, href: WORKBENCH }] : []),
  ];
  return <Menu label="我的工作" trigger={<Opener icon={<BriefcaseBusiness size={17} aria-hidden="true" />} text="我的工作" />} actions={actions} />;
}
