import { nameFields } from '~/portal/fieldLabels';

nameFields({
  applicationId: '应用',
  clientExtensionResults: '通行密钥扩展',
  newLoginAccount: '新登录账号',
  newPassword: '新密码',
  oldPassword: '原密码',
  provider: '登录方式',
  rawId: '通行密钥',
  redirect: '登录后的地址',
  scanTicket: '扫码凭据',
});
