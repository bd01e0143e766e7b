import { channelNames } from './subscription';

/** Where the portal says something: what people subscribe to, and groups. */
export const sentChannels = { ...channelNames, ROBOT: '钉钉群' } as const;

export const outboundMessageStates: Record<string, string> = {
  WAITING: '待发送',
  SENT: '已发送',
  KEPT: '已留存',
  FAILED: '发送失败',
  EXPIRED: '已过期',
  COLLECTED: '待汇总',
  MERGED: '已汇总',
};
export const outboundMessageTones = {
  WAITING: 'info',
  SENT: 'ok',
  KEPT: 'warn',
  FAILED: 'danger',
  EXPIRED: 'neutral',
  COLLECTED: 'info',
  MERGED: 'neutral',
} as const;
