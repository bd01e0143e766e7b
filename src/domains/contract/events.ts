import { defineEvents, said } from '~/portal/event';

export const contract = defineEvents({ key: 'contract', name: '合同', place: 190 }, [
  said('contract.submitted', '合同待用印审批', 'todo', ['factory']),
  said('contract.decided', '用印审批结果', 'system', ['factory']),
  said('contract.ourTurn', '合同待我方签署', 'todo', ['factory'], true),
  said('contract.expiring', '合同即将截止签署', 'alert', ['factory']),
  said('contract.sealing', '合同签章未完成', 'alert', ['factory'], true),
  said('contract.certificate', '数字证书即将到期', 'alert', ['factory']),
  said('contract.expired', '合同已过签署期', 'alert', ['factory'], true),
  said('contract.refused', '合同被客户拒签', 'alert', ['factory'], true),
  said('contract.done', '合同签署完成', 'system', ['factory']),
  said('contract.turn', '合同待签署', 'todo', ['dealer'], true),
  said('contract.urged', '催签合同', 'alert', ['dealer'], true),
  said('contract.ended', '合同已终止', 'system', ['dealer']),
  said('contract.completed', '合同签署完成', 'system', ['dealer']),
]);
