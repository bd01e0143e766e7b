import { defineEvents, said } from '~/portal/event';

export const directory = defineEvents({ key: 'directory', name: '通讯录', place: 270 }, [
  said('directory.attention', '钉钉同步需要处理', 'alert', ['factory'], true),
]);
