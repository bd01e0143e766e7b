import { createHash } from 'node:crypto';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { lockKnown, lockSeen, putSeen } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { sealPicture } from './picture.server';
import { type SealKind, sealKinds } from './seal';
import type { SealForm } from './seal.schema';
import * as subjects from './subjects';
import { artOfSeal } from './use.server';

export async function saveSeal(tx: Tx, me: Me, input: SealForm, now: Date): Promise<{ id: string }> {
  const before = await lockSeen(tx, me, 'ct_seal', '印章', input);
  // What stands under signatures stays what it was: another kind or name is another seal.
  if (before && (before.kind !== input.kind || before.name !== input.name))
    refuse('BAD_STATE', `印章“${before.name}”的类型与名称不能修改，请停用后新建`, { fields: { name: '不能修改' } });
  artOfSeal(input);
  await mustBeOnly(tx, me, input);
  const row = {
    kind: input.kind,
    name: input.name,
    label: sealKinds[input.kind],
    number: input.number,
    enabled: input.enabled,
    remark: input.remark,
  };
  const id = await putSeen(tx, me, 'ct_seal', before, row, now);
  const words = (one: { kind: string; name: string; number: string; enabled: boolean; remark: string }) => ({
    类型: sealKinds[one.kind as SealKind],
    名称: one.name,
    备案编号: one.number,
    状态: one.enabled ? '启用' : '停用',
    备注: one.remark,
  });
  await audit(tx, me, {
    action: before ? '修改印章' : '新建印章',
    subject: subjects.seal,
    id,
    no: input.name,
    ...(before ? { before: words(before) } : {}),
    after: words(row),
  });
  return { id };
}

async function mustBeOnly(tx: Tx, me: Me, input: SealForm): Promise<void> {
  if (!input.enabled) return;
  const other = await tx
    .selectFrom('ct_seal')
    .select('name')
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', input.kind)
    .where('enabled', '=', true)
    .where('id', 'is distinct from', input.id || null)
    .executeTakeFirst();
  if (other) refuse('BAD_STATE', `已有启用的${sealKinds[input.kind]}“${other.name}”，请先停用`, { fields: { kind: '该类型已有启用的印章' } });
}

interface Ref {
  id: string;
  version: number;
}
/** A scan of the real seal takes the place of the drawn one. What was signed before keeps what it showed. */
export async function setPicture(tx: Tx, me: Me, { file, ...ref }: Ref & { file: File }, now: Date): Promise<{ id: string }> {
  const picture = await sealPicture(file.name, new Uint8Array(await file.arrayBuffer()));
  return keepPicture(tx, me, ref, Buffer.from(picture), now);
}

export const drawSeal = (tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> => keepPicture(tx, me, ref, null, now);

async function keepPicture(tx: Tx, me: Me, ref: Ref, picture: Buffer | null, now: Date): Promise<{ id: string }> {
  const seal = await lockKnown(tx, me, 'ct_seal', '印章', ref);
  await putSeen(tx, me, 'ct_seal', seal, { picture }, now);
  const words = (bytes: Buffer | null): string => (bytes ? `上传的图片（指纹${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}）` : '按名称生成');
  await audit(tx, me, {
    action: picture ? '上传印章图片' : '停用印章图片',
    subject: subjects.seal,
    id: seal.id,
    no: seal.name,
    before: { 图样: words(seal.picture) },
    after: { 图样: words(picture) },
  });
  return { id: seal.id };
}
