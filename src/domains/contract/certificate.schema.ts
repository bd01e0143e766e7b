import { z } from 'zod';
import { FilterChoice, FilterId, Id, Instant, Text } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { certificateKinds, certificateStates } from './certificate';

export const CertificateQuery = tells(
  PageQuery.extend({
    kind: FilterChoice(certificateKinds),
    state: FilterChoice(certificateStates),
    customerId: FilterId,
    serial: z.string().trim().max(40).default(''),
  }),
  { serial: [] },
);
export type CertificateQuery = z.output<typeof CertificateQuery>;
export const CertificateRow = z.object({
  id: Id,
  kind: z.enum(keysOf(certificateKinds)),
  name: z.string(),
  customerId: Id.nullable(),
  serial: z.string(),
  issuer: z.string(),
  provided: z.boolean(),
  validFrom: Instant,
  validTo: Instant,
  state: z.enum(keysOf(certificateStates)),
  revokedAt: Instant.nullable(),
  revokedBy: z.string(),
  revokeReason: z.string(),
  uses: z.number(),
});
export type CertificateRow = z.input<typeof CertificateRow>;
export const CertificateRevoke = z.object({ id: Id, reason: Text(200, '吊销原因') });
