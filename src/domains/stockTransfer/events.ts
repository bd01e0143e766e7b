import { defineEvents, stockDocSubmitted } from '~/portal/event';

export const stockTransfer = defineEvents({ key: 'stockTransfer', name: '调拨', place: 80 }, [
  stockDocSubmitted('stockTransfer', '调拨单', 'DB20261121000001'),
  {
    kind: 'stockTransfer.sent',
    name: '调拨货物在途',
    type: 'todo',
    sides: ['factory'],
    params: { docNo: ['调拨单号', 'DB20261121000001'], from: ['调出仓库', '成品总仓'], to: ['调入仓库', '华东中转仓'] },
    title: '调拨单{调拨单号}已调出',
    body: '{调出仓库}的货物已发往{调入仓库}，到货后请收货',
  },
]);
