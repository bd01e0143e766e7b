import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from './db.server';
import { mustHaveWritten, raised } from './versioned.server';

/** A tenant's settings under `key`, with the schema's defaults for whatever was never set. */
export async function readSetting<S extends z.ZodType>(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  key: string,
  schema: S,
): Promise<{ value: z.output<S>; version: number }> {
  const row = await tx.selectFrom('tenant_setting').select(['value', 'version']).where('tenant_id', '=', me.tenantId).where('key', '=', key).executeTakeFirst();
  return { value: schema.parse(row?.value ?? {}), version: row?.version ?? 0 };
}

/** Saves over `version` as it was read; throws VERSION when somebody saved in between. */
export async function writeSetting(tx: Tx, me: Me, key: string, value: unknown, version: number): Promise<void> {
  const json = sql`${JSON.stringify(value)}::jsonb`;
  const written =
    version === 0
      ? await tx
          .insertInto('tenant_setting')
          .values({ tenant_id: me.tenantId, key, value: json, updated_by: me.accountId })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst()
      : await tx
          .updateTable('tenant_setting')
          .set({ value: json, version: raised(), updated_by: me.accountId, updated_at: sql`now()` })
          .where('tenant_id', '=', me.tenantId)
          .where('key', '=', key)
          .where('version', '=', version)
          .executeTakeFirst();
  mustHaveWritten(written);
}
