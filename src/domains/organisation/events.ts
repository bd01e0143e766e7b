import { defineEvents, said } from '~/portal/event';

export const member = defineEvents({ key: 'member', name: '成员', place: 260 }, [
  said('member.invited', '受邀成为成员', 'system', ['factory']),
  said('member.handover', '工作交接', 'todo', ['factory']),
  said('member.reset', '登录密码被重置', 'alert', ['factory'], true),
]);
