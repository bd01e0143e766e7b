import { defineEvents, stockDocSubmitted } from '~/portal/event';

export const stockCount = defineEvents({ key: 'stockCount', name: '盘点', place: 90 }, [stockDocSubmitted('stockCount', '盘点单', 'PD20261121000001')]);
