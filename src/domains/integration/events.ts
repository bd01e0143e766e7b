import { defineEvents, said } from '~/portal/event';

export const webhook = defineEvents({ key: 'webhook', name: '数据推送', place: 280 }, [said('webhook.broken', '推送地址已停用', 'alert', ['factory'], true)]);
