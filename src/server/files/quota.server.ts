import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { refuse } from '~/shared/refusal';
import type { Tx } from '../db.server';

interface File {
  name: string;
  size: number;
  sha256: string;
}

/** Takes the tenant's room for a file whose row is written in this transaction; the same content again takes none. Refuses when it does not fit. */
export async function takeStorage(tx: Tx, { name, size, sha256 }: File): Promise<void> {
  const { rows } = await sql<{ taken: boolean; used: bigint; quota: bigint }>`select * from take_storage(${sha256}, ${size})`.execute(tx);
  const [room] = rows;
  if (!room?.taken) refuseRoom(name, size, room?.used ?? 0n, room?.quota ?? 0n);
}

/** Before bytes are sent or kept: refuses what cannot fit. Nothing is taken, so `takeStorage` may still refuse. Size 0: not known yet. */
export async function checkStorage(tx: Tx, me: Pick<Me, 'tenantId'>, { name, size }: { name: string; size: number }): Promise<void> {
  const { used, quota } = await tx
    .selectFrom('tenant')
    .leftJoin('file_storage', 'file_storage.tenant_id', 'tenant.id')
    .select([sql<bigint>`coalesce(file_storage.bytes, 0)`.as('used'), sql<bigint>`tenant.storage_quota_mb * 1048576::bigint`.as('quota')])
    .where('tenant.id', '=', me.tenantId)
    .executeTakeFirstOrThrow();
  if (used + BigInt(Math.max(size, 1)) > quota) refuseRoom(name, size, used, quota);
}

function refuseRoom(name: string, size: number, used: bigint, quota: bigint): never {
  const file = name ? `文件“${name.slice(-80)}”${size ? `（${megabytes(BigInt(size))}）` : ''}` : '文件';
  return refuse('FILE_QUOTA', `企业文件空间不足，${file}无法上传：已用${megabytes(used)}，上限${megabytes(quota)}。请联系平台扩容`);
}

/** One decimal, rounded up so that something never reads as nothing. */
const megabytes = (bytes: bigint): string => `${(Math.ceil((Number(bytes) / 1048576) * 10) / 10).toFixed(1).replace(/\.0$/, '')}MB`;
