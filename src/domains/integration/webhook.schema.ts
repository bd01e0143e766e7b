import { z } from 'zod';
import { FilterChoice, Id, Instant, OptionalId, RowVersion } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery } from '~/shared/page.schema';
import { type DeliveryState, deliveryStates, type EndpointState, endpointStates } from './webhook';

export const EndpointInput = z.object({
  /** '' for a new one. */
  id: OptionalId,
  version: z.number().int().min(0).max(2_147_483_647).default(0),
  appId: Id,
  url: z.string().trim().min(1, '推送地址不能为空').max(500, '推送地址不能超过500个字'),
  events: z.array(z.string().max(60)).min(1, '请至少选择一种事件').max(100, '事件过多'),
});
export type EndpointInput = z.output<typeof EndpointInput>;

export const EndpointRow = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  status: z.enum(keysOf<EndpointState>(endpointStates)),
  failures: z.number(),
  failingSince: Instant.nullable(),
  lastError: z.string(),
  waiting: z.number(),
  updatedAt: Instant,
  version: z.number(),
});
export type EndpointRow = z.input<typeof EndpointRow>;
export const Endpoints = z.object({ endpoints: z.array(EndpointRow), mayEdit: z.boolean() });
/** The secret is in the answer of what made it, and nowhere after. */
export const EndpointSecret = z.object({ id: z.string(), secret: z.string() });
export const EndpointRef = z.object({ id: Id });
export const EndpointVersion = EndpointRef.extend({ version: RowVersion });
export const EndpointSwitch = EndpointVersion.extend({ enabled: z.boolean() });

export const DeliveryQuery = PageQuery.extend({
  endpointId: Id,
  state: FilterChoice(deliveryStates),
});
export type DeliveryQuery = z.output<typeof DeliveryQuery>;
export const DeliveryRow = z.object({
  id: z.string(),
  eventId: z.string(),
  kind: z.string(),
  name: z.string(),
  state: z.enum(keysOf<DeliveryState>(deliveryStates)),
  attempts: z.number(),
  statusCode: z.number().nullable(),
  ms: z.number().nullable(),
  lastError: z.string(),
  replayedBy: z.string(),
  /** With numbers of people masked. */
  body: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  dueAt: Instant,
});
export type DeliveryRow = z.input<typeof DeliveryRow>;
export const Replay = z.object({ ids: z.array(Id).min(1, '请选择要重推的记录').max(100, '一次最多重推100条') });
export const Replayed = z.object({ count: z.number() });
