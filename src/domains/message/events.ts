import { defineEvents } from '~/portal/event';

/** What is told of no other business. */
export const system = defineEvents({ key: 'system', name: '系统', place: 1000, sides: ['factory', 'dealer'] }, []);
