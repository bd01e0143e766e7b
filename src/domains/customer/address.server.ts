import type { z } from 'zod';
import { mustBePlace } from '~/domains/region/place.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { maskMobile } from '~/shared/mask';
import { notFound, refuse } from '~/shared/refusal';
import type { addressSave } from './calls';
import { addressText } from './customer';
import { lockCustomer, unmasked } from './customerSave.server';
import * as subjects from './subjects';

const MOST = 50;

/** Adds or changes an address; a dealer's own only. The first one, and the one marked so, is the default. */
export async function saveAddress(tx: Tx, me: Me, input: z.output<typeof addressSave.input>): Promise<{ id: string }> {
  const customerId = me.customerId ?? input.customerId;
  if (customerId === '') notFound('该客户');
  const customer = await lockCustomer(tx, me, customerId);
  mustBePlace(input);
  const all = await addressesOf(tx, me, customerId);
  const current = all.find((one) => one.id === input.id);
  if (input.id && !current) notFound('该地址');
  if (!current && all.length >= MOST) refuse('IN_USE', `客户“${customer.name}”的地址已达${MOST}个，请先删除不用的地址`);
  const isDefault = input.isDefault || all.length === 0 || current?.is_default === true;
  if (isDefault)
    await tx.updateTable('customer_address').set({ is_default: false }).where('tenant_id', '=', me.tenantId).where('customer_id', '=', customerId).execute();
  const values = {
    receiver: input.receiver,
    phone: unmasked(input.phone, current?.phone ?? '', maskMobile, 'phone'),
    province: input.province,
    city: input.city,
    district: input.district,
    address: input.address,
    is_default: isDefault,
  };
  const id = current?.id ?? newId();
  if (current) await tx.updateTable('customer_address').set(values).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
  else
    await tx
      .insertInto('customer_address')
      .values({ tenant_id: me.tenantId, id, customer_id: customerId, ...values })
      .execute();
  await audit(tx, me, {
    action: current ? '编辑地址' : '新建地址',
    subject: subjects.customer,
    id: customerId,
    no: customer.code,
    ...(current ? { before: { 地址: addressText(current), 收货人: current.receiver, 电话: maskMobile(current.phone) } } : {}),
    after: { 地址: addressText(values), 收货人: values.receiver, 电话: maskMobile(values.phone) },
  });
  return { id };
}

export async function deleteAddress(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  let found = tx.selectFrom('customer_address').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', input.id);
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const current = await found.executeTakeFirst();
  if (!current) return notFound('该地址');
  const customer = await lockCustomer(tx, me, current.customer_id);
  await tx.deleteFrom('customer_address').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  const [next] = await addressesOf(tx, me, current.customer_id);
  if (current.is_default && next)
    await tx.updateTable('customer_address').set({ is_default: true }).where('tenant_id', '=', me.tenantId).where('id', '=', next.id).execute();
  await audit(tx, me, {
    action: '删除地址',
    subject: subjects.customer,
    id: current.customer_id,
    no: customer.code,
    before: { 地址: addressText(current) },
  });
  return {};
}

function addressesOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string) {
  return tx
    .selectFrom('customer_address')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
