import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { factory, may, post, read } from '~/shared/endpoint';
import { OrderSettings } from './orderSettings.schema';

const ConfigAnswer = z.object({ config: OrderSettings, version: z.number() });
export const orderSettingsRead = read('/saas-ofc/org/baseConfig/detail', factory, z.object({}), ConfigAnswer, { title: '基础配置' });
export const orderSettingsSave = post(
  '/saas-ofc/org/baseConfig/save',
  may(codes.BASE_CONFIG),
  z.object({ config: OrderSettings, version: z.number().int().min(0) }),
  ConfigAnswer,
  { title: '保存基础配置' },
);
export const numberPreview = read(
  '/saas-ofc/org/baseConfig/numbers',
  factory,
  z.object({}),
  z.object({ documents: z.array(z.object({ name: z.string(), prefix: z.string(), next: z.string() })) }),
  { title: '编号预览' },
);
