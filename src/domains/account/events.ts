import { defineEvents, said } from '~/portal/event';

export const account = defineEvents({ key: 'account', name: '账号', place: 300 }, [
  said('account.login', '新设备或陌生网络登录', 'alert', ['factory', 'dealer'], true),
]);
