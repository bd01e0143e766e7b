import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { batchCounts } from '~/domains/batch/calls';
import type { MeView } from '~/portal/me.schema';
import { DATA_EXPORT_CENTER } from '~/portal/permissions';
import { onNextPage } from '~/ui/kit/page';
import type { Action } from '~/ui/kit/types';
import { call } from './call';
import { $batches } from './session';

const CENTER = '/portal/dataCenter/exportList';

/** The menu's entry of the batch centre with what waits there, for people who may open it. */
export function useBatchEntry(me: MeView | null): Action[] {
  const { exportTotal, importTotal } = useStore($batches, { ssr: 'initial' });
  const may = me !== null && (me.customerId !== null || me.permissions.includes(DATA_EXPORT_CENTER));
  useEffect(() => {
    if (!may) return;
    const ask = () => void call(batchCounts, {}).then($batches.set, () => undefined);
    ask();
    return onNextPage(ask);
  }, [may]);
  if (!may) return [];
  const waiting = [exportTotal > 0 && `导出${exportTotal}`, importTotal > 0 && `导入${importTotal}`].filter(Boolean).join('，');
  return [{ key: 'batches', label: waiting ? `批量中心（${waiting}）` : '批量中心', href: CENTER }];
}
