import { nameFields } from '~/portal/fieldLabels';

nameFields({
  agentId: '代理人',
  amountMax: '最高金额',
  amountMin: '最低金额',
  any: '任一条件',
  branches: '分支',
  fromAt: '开始时间',
  instanceId: '流程实例',
  processDefinitionKey: '流程',
  processInstanceId: '流程实例',
  signature: '手写签名',
  starter: '发起人',
  starterId: '发起人',
  tellStarter: '通知发起人',
  toAt: '结束时间',
  withdraw: '撤回',
});
