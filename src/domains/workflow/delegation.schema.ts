import { z } from 'zod';
import { EnteredInstant, IdOf, Instant, OptionalText } from '~/shared/fields.schema';

export const DelegationInput = z.object({
  agentId: IdOf('代理人'),
  fromAt: EnteredInstant,
  toAt: EnteredInstant,
  /** Process keys; none: all. */
  keys: z.array(z.string().max(60, '流程编号长度不能超过60个字')).max(30, '一次最多选择30种流程').default([]),
  reason: OptionalText(100, '委托原因'),
});
export const Delegations = z.object({
  members: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
  processes: z.record(z.string(), z.string()),
  delegations: z.array(
    z.object({
      id: z.string(),
      mine: z.boolean(),
      member: z.string(),
      agent: z.string(),
      scope: z.string(),
      fromAt: Instant,
      toAt: Instant,
      reason: z.string(),
      state: z.enum(['COMING', 'NOW', 'PAST', 'ENDED']),
    }),
  ),
});
