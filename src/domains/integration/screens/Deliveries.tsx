import { useState } from 'react';
import { call } from '~/shell/call';
import { Drawer } from '~/ui/kit/Dialog';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { formatTime } from '~/ui/values/format';
import { StatusTag } from '~/ui/values/StatusTag';
import { deliveryStates } from '../webhook';
import type { DeliveryRow, EndpointRow } from '../webhook.schema';
import { webhookDeliveries, webhookReplay } from '../webhookCalls';

/** What an endpoint was told, and how it answered. */
export function Deliveries({ endpoint }: { endpoint: EndpointRow }) {
  const [shown, setShown] = useState<DeliveryRow | null>(null);
  const replay = async (ids: string[], list: ListHandle<DeliveryRow>) => {
    const { count } = await call(webhookReplay, { ids });
    toast(`已重新推送${count}条`, 'ok');
    list.picked.clear();
    list.reload();
  };
  return (
    <>
      <ListPage<DeliveryRow>
        title="推送记录"
        source={{ id: 'integration/deliveries', local: true, load: (asked) => call(webhookDeliveries, { ...asked, endpointId: endpoint.id }) }}
        filters={[{ kind: 'select', key: 'state', label: '状态', options: optionsOf(deliveryStates) }]}
        columns={[
          { key: 'createdAt', title: '时间', kind: 'time', fixed: true, sortable: true, width: 170 },
          { key: 'name', title: '事件', width: 150 },
          { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={deliveryStates} /> },
          { key: 'attempts', title: '次数', align: 'right' },
          { key: 'statusCode', title: 'HTTP', align: 'right', cell: (row) => row.statusCode ?? '- -' },
          { key: 'ms', title: '耗时(毫秒)', align: 'right', cell: (row) => row.ms ?? '- -' },
          { key: 'lastError', title: '说明', wrap: true, width: 220, cell: problemOf },
        ]}
        rowActions={(row, list) => [
          { label: '内容', onPress: () => setShown(row) },
          { label: '重新推送', onPress: () => replay([row.id], list) },
        ]}
      />
      {shown && (
        <Drawer open onClose={() => setShown(null)} title={shown.name} note={`事件编号 ${shown.eventId}`}>
          <pre className="overflow-x-auto rounded border border-line bg-sunken p-3 text-sm whitespace-pre-wrap break-all">{pretty(shown.body)}</pre>
        </Drawer>
      )}
    </>
  );
}

function problemOf(row: DeliveryRow): string {
  const again = row.replayedBy ? `由${row.replayedBy}重新推送` : '';
  const next = row.state === 'WAITING' && row.attempts > 0 ? `下次 ${formatTime(row.dueAt)}` : '';
  return [row.lastError, next, again].filter(Boolean).join('；') || '- -';
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
