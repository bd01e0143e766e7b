import { z } from 'zod';
import { providers } from './scan';

export type Provider = (typeof providers)[number];
export const Provider = z.enum(providers, '不支持的扫码方式');
