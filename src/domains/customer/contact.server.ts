import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { updateKnown } from '~/server/versioned.server';
import { maskMobile } from '~/shared/mask';
import { notFound, refuse } from '~/shared/refusal';
import type { ContactForm } from './customerParts.schema';
import { lockCustomer, unmasked } from './customerSave.server';
import * as subjects from './subjects';

const MOST = 50;
type Fields = z.output<typeof ContactForm>;

/** The main contact first. Numbers are whole here; the caller masks what leaves. */
export async function contactsOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string) {
  const main = await tx
    .selectFrom('customer')
    .select(['contact_name as name', 'contact_role as role', 'contact_mobile as mobile', 'email'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  const others = await tx
    .selectFrom('customer_contact')
    .select(['id', 'name', 'role', 'mobile', 'email', 'remark'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const first = main && (main.name || main.mobile) ? [{ id: '', ...main, remark: '', isMain: true }] : [];
  return [...first, ...others.map((one) => ({ ...one, isMain: false }))];
}

/** Adds or changes one. The first of a customer without a main contact becomes that. */
export async function saveContact(tx: Tx, me: Me, input: Fields & { id: string; customerId: string; isMain: boolean }): Promise<{ id: string }> {
  const customer = await lockCustomer(tx, me, input.customerId);
  const all = await contactsOf(tx, me, input.customerId);
  const current = input.isMain ? all.find((one) => one.isMain) : all.find((one) => one.id === input.id && !one.isMain);
  if (input.id && !current) notFound('该联系人');
  if (!current && all.length >= MOST) refuse('IN_USE', `客户“${customer.name}”的联系人已达${MOST}位，请先删除不用的`);
  const values = { name: input.name, role: input.role, mobile: unmasked(input.mobile, current?.mobile ?? '', maskMobile, 'mobile'), email: input.email };
  const toMain = input.isMain || all.length === 0;
  const id = toMain ? '' : current?.id || newId();
  if (toMain) await writeMain(tx, me, customer, values);
  else if (current)
    await tx
      .updateTable('customer_contact')
      .set({ ...values, remark: input.remark })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .execute();
  else
    await tx
      .insertInto('customer_contact')
      .values({ tenant_id: me.tenantId, id, customer_id: input.customerId, ...values, remark: input.remark })
      .execute();
  await record(tx, me, customer, current ? '编辑联系人' : '新建联系人', current ? wordsOf(current) : undefined, wordsOf(values));
  return { id };
}

export async function deleteContact(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  const { customer, contact } = await findContact(tx, me, input.id);
  await tx.deleteFrom('customer_contact').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  await record(tx, me, customer, '删除联系人', wordsOf(contact));
  return {};
}

/** The two change places: who was the main contact stays as another one. */
export async function makeMainContact(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  const { customer, contact } = await findContact(tx, me, input.id);
  const main = (await contactsOf(tx, me, customer.id)).find((one) => one.isMain);
  const rows = tx.updateTable('customer_contact').where('tenant_id', '=', me.tenantId).where('id', '=', input.id);
  if (main) await rows.set({ name: main.name || '未署名', role: main.role, mobile: main.mobile, email: main.email, remark: '' }).execute();
  else await tx.deleteFrom('customer_contact').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  await writeMain(tx, me, customer, contact);
  await record(tx, me, customer, '设为主联系人', main ? wordsOf(main) : undefined, wordsOf(contact));
  return {};
}

/** The whole numbers; every look is written down. */
export async function revealContacts(tx: Tx, me: Me, input: { customerId: string }) {
  const found = await tx.selectFrom('customer').select('code').where('tenant_id', '=', me.tenantId).where('id', '=', input.customerId).executeTakeFirst();
  if (!found) return notFound('该客户');
  await audit(tx, me, { action: '查看联系人完整号码', subject: subjects.customer, id: input.customerId, no: found.code });
  return { contacts: (await contactsOf(tx, me, input.customerId)).map(({ id, mobile }) => ({ id, mobile })) };
}

async function findContact(tx: Tx, me: Me, id: string) {
  const contact = await tx.selectFrom('customer_contact').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!contact) return notFound('该联系人');
  return { contact, customer: await lockCustomer(tx, me, contact.customer_id) };
}

const writeMain = (tx: Tx, me: Me, customer: { id: string; version: number }, one: { name: string; role: string; mobile: string; email: string }) =>
  updateKnown(tx, me, 'customer', customer, {
    ...{ contact_name: one.name, contact_role: one.role, contact_mobile: one.mobile, email: one.email },
    updated_at: sql`now()`,
  });

const wordsOf = (one: { name: string; role: string; mobile: string; email: string }) => ({
  姓名: one.name,
  职务: one.role,
  手机号: maskMobile(one.mobile),
  邮箱: one.email,
});

function record(
  tx: Tx,
  me: Me,
  customer: { id: string; code: string },
  action: string,
  before: Record<string, string> | undefined,
  after?: Record<string, string>,
): Promise<void> {
  return audit(tx, me, {
    action,
    subject: subjects.customer,
    id: customer.id,
    no: customer.code,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  });
}
