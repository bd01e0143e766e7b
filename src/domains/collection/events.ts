import { defineEvents, said } from '~/portal/event';

export const collection = defineEvents({ key: 'collection', name: '催收', place: 160 }, [
  said('collection.letter', '收到催款函', 'alert', ['dealer'], true),
  said('collection.task', '催收任务待办理', 'todo', ['factory']),
  said('collection.late', '催收任务超时', 'alert', ['factory'], true),
  said('collection.ended', '催收策略执行完毕', 'alert', ['factory']),
  said('collection.promise', '客户承诺今日到期', 'todo', ['factory']),
  said('collection.broken', '客户承诺未兑现', 'alert', ['factory'], true),
  said('collection.escalated', '催收案件已升级', 'alert', ['factory']),
  said('collection.cleared', '催收案件已结清', 'system', ['factory']),
  said('collection.assigned', '催收案件已指派', 'todo', ['factory']),
  said('collection.return', '阶段回款待审批', 'todo', ['factory']),
  said('collection.decided', '阶段回款的结果', 'system', ['factory']),
]);

export const dunning = defineEvents({ key: 'receivable', place: 140 }, [said('receivable.dunning', '应收款提醒', 'alert', ['dealer'], true)]);
