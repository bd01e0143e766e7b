import { defineSubject } from '~/portal/subject';

const C = '/portal/receiveAdmin/collection';

export const urgeCase = defineSubject({
  type: 'urge_case',
  name: '催收案件',
  page: `${C}/detail`,
  table: 'urge_case',
  log: 'record',
  number: { prefix: 'CS' },
});
export const urgeLetter = defineSubject({ type: 'urge_letter', name: '催收函件', table: 'urge_letter', log: 'record', number: { prefix: 'CH' } });
export const stageReturn = defineSubject({
  type: 'urge_stage_return',
  name: '阶段回款',
  page: `${C}/createPayment`,
  table: 'urge_stage_return',
  log: 'record',
  number: { prefix: 'JH' },
});
export const urgeStrategy = defineSubject({ type: 'urge_strategy', name: '催收策略', log: 'everybody' });
export const urgeTemplate = defineSubject({ type: 'urge_template', name: '催收函模板', log: 'everybody' });
export const dunningTemplate = defineSubject({ type: 'dunning_template', name: '催收模板', log: 'everybody' });
