import { z } from 'zod';
import { THIRD_APPLICATION } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { pageOf } from '~/shared/page.schema';
import { AppRef } from './app.schema';
import {
  DeliveryQuery,
  DeliveryRow,
  EndpointInput,
  EndpointRef,
  EndpointSecret,
  EndpointSwitch,
  Endpoints,
  EndpointVersion,
  Replay,
  Replayed,
} from './webhook.schema';

const base = '/saas-boss/app/webhook';
const manages = may(THIRD_APPLICATION);
const Nothing = z.object({});

export const webhookList = read(`${base}/list`, manages, AppRef, Endpoints, { title: '应用的推送地址' });
export const webhookSave = post(`${base}/save`, manages, EndpointInput, EndpointSecret, { title: '新建或编辑推送地址' });
export const webhookRotate = post(`${base}/rotate`, manages, EndpointVersion, EndpointSecret, { title: '更换推送密钥' });
export const webhookSwitch = post(`${base}/switch`, manages, EndpointSwitch, EndpointRef, { title: '启用或暂停推送地址' });
export const webhookDelete = post(`${base}/delete`, manages, EndpointVersion, Nothing, { title: '删除推送地址' });
export const webhookPing = post(`${base}/ping`, manages, EndpointRef, EndpointRef, { title: '测试推送' });
export const webhookDeliveries = read(`${base}/deliveries`, manages, DeliveryQuery, pageOf(DeliveryRow), { title: '推送记录' });
export const webhookReplay = post(`${base}/replay`, manages, Replay, Replayed, { title: '重新推送' });
