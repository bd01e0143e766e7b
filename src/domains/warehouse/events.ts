import { defineEvents, stockDocSubmitted } from '~/portal/event';

export const stockIn = defineEvents({ key: 'stockIn', name: '入库', place: 60 }, [stockDocSubmitted('stockIn', '入库单', 'RK20261121000001')]);
export const stockOut = defineEvents({ key: 'stockOut', name: '出库', place: 70 }, [stockDocSubmitted('stockOut', '出库单', 'CK20261121000001')]);

/** Nothing tells of it; messages that are kept are still found by it. */
export const stock = defineEvents({ key: 'stock', name: '库存', place: 100, sides: ['factory'] }, []);
