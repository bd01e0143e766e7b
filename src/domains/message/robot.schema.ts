import { z } from 'zod';
import { Id, OptionalId, RowVersion, Text } from '~/shared/fields.schema';

const WEBHOOK = /^https?:\/\/[^\s/]+\/robot\/send\?access_token=[\w-]{16,128}$/;
const SECRET = /^SEC[\w-]{16,128}$/;

const Fields = z.object({
  name: Text(20, '名称'),
  /** Empty while editing: as it was. */
  webhook: z
    .string()
    .trim()
    .refine((text) => text === '' || WEBHOOK.test(text), '请粘贴机器人的Webhook地址，形如 https://oapi.dingtalk.com/robot/send?access_token=…'),
  secret: z
    .string()
    .trim()
    .refine((text) => text === '' || SECRET.test(text), '请粘贴以SEC开头的加签密钥'),
  /** Kinds, comma-joined. */
  events: z.string().min(1, '请至少选择一个事件').max(2000),
  enabled: z.boolean().default(true),
});
export const RobotForm = Fields;
export type RobotForm = z.input<typeof RobotForm>;
export const RobotInput = Fields.extend({ id: OptionalId, version: z.number().int().min(0).default(0) });
export const RobotRef = z.object({ id: Id, version: RowVersion });

export const Robot = z.object({
  id: z.string(),
  name: z.string(),
  /** The last letters of the token, for telling robots apart. */
  token: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  version: z.number(),
});
export type Robot = z.input<typeof Robot>;
