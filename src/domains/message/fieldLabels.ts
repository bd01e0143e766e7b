import { nameFields } from '~/portal/fieldLabels';

nameFields({
  alike: '连同同类消息',
  digestAt: '汇总时间',
  fold: '合并同类消息',
  important: '重要',
  mailDigest: '邮件汇总',
  messageStatus: '消息状态',
  messageTitle: '消息标题',
  messageType: '消息类型',
  quietFrom: '免打扰开始时间',
  quietTo: '免打扰结束时间',
  subscription: '通知设置',
  urgentThrough: '紧急消息免打扰例外',
  webhook: '机器人地址',
});
