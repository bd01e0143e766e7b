import { defineEvents, said } from '~/portal/event';

export const activity = defineEvents({ key: 'activity', name: '限时折扣', place: 220 }, [said('activity.started', '限时折扣开始', 'system', ['dealer'])]);
