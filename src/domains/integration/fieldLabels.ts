import { nameFields } from '~/portal/fieldLabels';

nameFields({
  appId: '应用',
  endpointId: '推送地址',
  ipAllow: 'IP白名单',
  keepHours: '旧密钥保留时间',
  nonce: 'X-Nonce',
  perDay: '每天调用上限',
  perMinute: '每分钟调用上限',
  signatureHex: 'X-Signature',
  signedText: '待签名内容',
  timestamp: 'X-Timestamp',
});
