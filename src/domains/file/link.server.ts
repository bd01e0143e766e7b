import { z } from 'zod';
import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { type FoundFile, findFile } from '~/server/files.server';
import { opened, sealJson } from '~/server/secrets.server';
import { scopeOf } from '~/server/serve.server';
import { BigId } from '~/shared/fields.schema';
import { notFound, refuse } from '~/shared/refusal';

const USE = 'file link';
const Link = z.object({ file: z.string(), tenantId: BigId, until: z.number() });

/** A link to a file the person may read; whoever holds it may read that one file until it expires. */
export async function linkTo(me: Me, input: { fileKey: string; minutes: number }, now: Date): Promise<{ url: string; expiresAt: Date }> {
  await database().inTenant(scopeOf(me), (tx) => findFile(tx, me, input.fileKey), { readOnly: true });
  const until = now.getTime() + input.minutes * 60_000;
  const link = sealJson(USE, Link.encode({ file: input.fileKey, tenantId: me.tenantId, until }));
  return { url: `/web/fs/file/signed?link=${link}`, expiresAt: new Date(until) };
}

/** A link altered in any way answers like a file that never was. */
export async function fileOfLink(text: string, now: Date): Promise<FoundFile> {
  const { file, tenantId, until } = Link.nullable().decode(opened(USE, text)) ?? notFound('该文件');
  if (until < now.getTime()) refuse('FILE_REFUSED', '下载链接已过期，请重新获取');
  const row = await database().inTenant(
    { tenantId },
    (tx) => tx.selectFrom('stored_file').selectAll().where('tenant_id', '=', tenantId).where('key', '=', file).executeTakeFirst(),
    { readOnly: true },
  );
  if (!row) return notFound('该文件');
  return { key: row.key, name: row.name, mime: row.mime, size: Number(row.size), sha256: row.sha256, tenantId };
}
