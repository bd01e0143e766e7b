import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockOne } from '~/server/versioned.server';
import { daysBetween, shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { authState, LONGEST_DAYS, type SealKind } from './seal';
import type { AuthForm, AuthRow } from './seal.schema';
import * as subjects from './subjects';
import { artOfSeal, shownSeal } from './use.server';

/** A company has a handful of seals: all of them, with who may use each. */
export async function listSeals(tx: Tx, me: Me, now: Date) {
  const seals = await tx.selectFrom('ct_seal').selectAll().where('tenant_id', '=', me.tenantId).orderBy('enabled', 'desc').orderBy('created_at').execute();
  const auths = await tx
    .selectFrom('ct_seal_auth')
    .selectAll()
    .select([sql<string>`from_day::text`.as('from'), sql<string>`to_day::text`.as('to')])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute();
  const day = shanghaiDate(now);
  const rowOf = (one: (typeof auths)[number]): AuthRow => ({
    id: one.id,
    person: one.person,
    from: one.from,
    to: one.to,
    state: authState({ from: one.from, to: one.to, revoked: one.revoked_at !== null }, day),
    reason: one.reason,
    silent: one.silent,
    kinds: one.kinds,
    most: one.most,
    givenBy: one.given_by,
    createTime: one.created_at,
    revokedAt: one.revoked_at,
    revokedBy: one.revoked_by,
  });
  return {
    seals: seals.map((seal) => ({
      id: seal.id,
      version: seal.version,
      kind: seal.kind as SealKind,
      name: seal.name,
      number: seal.number,
      enabled: seal.enabled,
      remark: seal.remark,
      ...shownSeal(seal.picture ? { png: new Uint8Array(seal.picture) } : artOfSeal(seal)),
      auths: auths.filter((one) => one.seal_id === seal.id).map(rowOf),
    })),
    people: (await colleagues(tx, me)).map(({ accountId, name }) => ({ value: accountId, label: name })),
    companyName: me.tenantName,
  };
}

/** Lets a colleague use a seal for a time. */
export async function authorise(tx: Tx, me: Me, input: AuthForm, now: Date): Promise<{ id: string }> {
  const seal = await tx.selectFrom('ct_seal').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', input.sealId).forShare().executeTakeFirst();
  if (!seal) return notFound('该印章');
  if (!seal.enabled) refuse('BAD_STATE', `印章“${seal.name}”已停用，不能授权`);
  const person = (await colleagues(tx, me)).find(({ accountId }) => accountId === input.accountId);
  if (!person) return notFound('该同事');
  if (input.to < input.from) refuse('BAD_STATE', `授权截止日${input.to}早于开始日${input.from}`, { fields: { to: '不能早于开始日' } });
  if (input.to < shanghaiDate(now)) refuse('BAD_STATE', `授权截止日${input.to}已过`, { fields: { to: '不能早于今天' } });
  if (daysBetween(input.from, input.to) > LONGEST_DAYS)
    refuse('BAD_STATE', `授权${input.from}至${input.to}超过三年，请分次授权`, { fields: { to: '最长三年' } });
  const most = input.most === '' ? '' : `，单份不超过${saidYuan(input.most)}元`;
  const id = newId();
  await tx
    .insertInto('ct_seal_auth')
    .values({
      tenant_id: me.tenantId,
      id,
      seal_id: seal.id,
      account_id: input.accountId,
      person: person.name,
      from_day: input.from,
      to_day: input.to,
      reason: input.reason,
      silent: input.silent,
      kinds: input.silent ? input.kinds : [],
      most: input.silent && input.most !== '' ? input.most : null,
      given_by: actorName(me),
      created_at: now,
    })
    .execute();
  await audit(tx, me, {
    action: '授权使用印章',
    subject: subjects.seal,
    id: seal.id,
    no: seal.name,
    after: { 使用人: person.name, 有效期: `${input.from}至${input.to}`, 事由: input.reason, 方式: input.silent ? `静默签署${most}` : '本人逐次签署' },
  });
  return { id };
}

/** Takes a permission back at once; a signature under way ends first. */
export async function revoke(tx: Tx, me: Me, { id }: { id: string }, now: Date): Promise<{ id: string }> {
  const auth = await lockOne(tx, me, 'ct_seal_auth', '用印授权', id);
  if (auth.revoked_at) refuse('BAD_STATE', `${auth.person}的用印授权已由${auth.revoked_by}收回`);
  await tx
    .updateTable('ct_seal_auth')
    .set({ revoked_at: now, revoked_by: actorName(me) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .execute();
  const seal = await tx.selectFrom('ct_seal').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', auth.seal_id).executeTakeFirstOrThrow();
  await audit(tx, me, {
    action: '收回用印授权',
    subject: subjects.seal,
    id: auth.seal_id,
    no: seal.name,
    before: { 使用人: auth.person, 事由: auth.reason },
  });
  return { id };
}

/** Who of the factory may be given a seal. */
async function colleagues(tx: Tx, me: Me): Promise<{ accountId: string; name: string }[]> {
  return tx
    .selectFrom('member')
    .select(['account_id as accountId', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .orderBy('name')
    .limit(1000)
    .execute();
}
