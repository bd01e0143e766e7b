import { defineSubject } from '~/portal/subject';

export const creditRule = defineSubject({ type: 'credit_rule', name: '授信规则', log: 'everybody' });
export const creditRisk = defineSubject({ type: 'credit_risk_rule', name: '风控动作', log: 'everybody' });
export const creditRiskAction = defineSubject({ type: 'credit_risk_action', name: '风控动作记录', table: 'credit_risk_action', log: 'record' });
export const creditSpecial = defineSubject({
  type: 'credit_special',
  name: '赊销特批',
  table: 'credit_special',
  log: 'record',
  number: { prefix: 'TP' },
});
