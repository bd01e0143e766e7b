import { defineEvents, said } from '~/portal/event';

export const identityVerification = defineEvents({ key: 'realName', name: '实名认证', place: 290 }, [
  said('realName.decided', '实名认证结果', 'system', ['factory']),
]);
