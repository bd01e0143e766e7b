import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { CREDIT_APPLY, CREDIT_CONFIG, CREDIT_QUOTA } from '~/portal/permissions';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { lockSeen, putUnsigned } from '~/server/versioned.server';
import { notFound, refuseField } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type ApplyKind, applyKinds } from './apply';
import type { MaterialForm } from './apply.schema';
import * as subjects from './subjects';

defineAttachments({
  subject: subjects.creditMaterial,
  title: '授信材料模板',
  see: [CREDIT_CONFIG, CREDIT_APPLY, CREDIT_QUOTA],
  edit: [CREDIT_CONFIG],
  dealer: 'none',
  most: 1,
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('credit_material').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.name, customerId: null } : null;
  },
});

async function allMaterials(tx: Tx, me: Pick<Me, 'tenantId'>) {
  const rows = await tx
    .selectFrom('credit_material')
    .leftJoin('credit_type', (on) =>
      on.onRef('credit_type.tenant_id', '=', 'credit_material.tenant_id').onRef('credit_type.id', '=', 'credit_material.credit_type_id'),
    )
    .leftJoin('attachment', (on) =>
      on
        .onRef('attachment.tenant_id', '=', 'credit_material.tenant_id')
        .onRef('attachment.subject_id', '=', 'credit_material.id')
        .on('attachment.subject_type', '=', subjects.creditMaterial.type),
    )
    .leftJoin('stored_file', (on) => on.onRef('stored_file.tenant_id', '=', 'attachment.tenant_id').onRef('stored_file.key', '=', 'attachment.file_key'))
    .selectAll('credit_material')
    .select([
      'credit_type.name as type_name',
      'stored_file.key as file_key',
      'stored_file.name as file_name',
      'stored_file.mime',
      sql<number>`stored_file.size::int`.as('size'),
    ])
    .where('credit_material.tenant_id', '=', me.tenantId)
    .orderBy('credit_material.sort')
    .orderBy('credit_material.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    name: row.name,
    kinds: row.kinds,
    creditTypeId: row.credit_type_id ?? '',
    typeName: row.type_name ?? '',
    customerType: row.customer_type === null ? '' : String(row.customer_type),
    amountFrom: row.amount_from,
    amountTo: row.amount_to,
    required: row.required,
    most: row.most,
    note: row.note,
    sort: row.sort,
    enabled: row.enabled,
    template: row.file_key ? { key: row.file_key, name: row.file_name ?? '', mime: row.mime ?? '', size: row.size ?? 0 } : null,
  }));
}

export async function materialHome(tx: Tx, me: Me) {
  const types = await tx.selectFrom('credit_type').select(['id', 'name']).where('tenant_id', '=', me.tenantId).orderBy('sort').execute();
  return { materials: await allMaterials(tx, me), types };
}

export interface Asking {
  kind: ApplyKind;
  customerId: string;
  creditTypeId: string;
  requested: bigint | null;
}
/** What an application must or may bring; one without an amount counts as of 0, an unlimited one as beyond every bound. */
export async function materialsFor(tx: Tx, me: Pick<Me, 'tenantId'>, { kind, customerId, creditTypeId, requested }: Asking, unlimited = false) {
  const customer = await tx.selectFrom('customer').select('customer_type').where('tenant_id', '=', me.tenantId).where('id', '=', customerId).executeTakeFirst();
  if (!customer) return notFound('该客户');
  const amount = requested ?? 0n;
  return (await allMaterials(tx, me)).filter(
    (one) =>
      one.enabled &&
      (one.kinds.length === 0 || one.kinds.includes(kind)) &&
      (one.creditTypeId === '' || one.creditTypeId === creditTypeId) &&
      (one.customerType === '' || one.customerType === String(customer.customer_type)) &&
      (unlimited ? one.amountTo === null : amount >= one.amountFrom && (one.amountTo === null || amount < one.amountTo)),
  );
}

export async function saveMaterial(tx: Tx, me: Me, { id, version, template, ...form }: z.output<typeof MaterialForm>, now: Date): Promise<{ id: string }> {
  const before = await lockSeen(tx, me, 'credit_material', '材料', { id, version });
  const values = {
    name: form.name,
    kinds: form.kinds,
    credit_type_id: form.creditTypeId || null,
    customer_type: form.customerType ? Number(form.customerType) : null,
    amount_from: form.amountFrom,
    amount_to: form.amountTo,
    required: form.required,
    most: form.most,
    note: form.note,
    sort: form.sort,
    enabled: form.enabled,
    updated_by: me.accountId,
    updated_at: now,
  };
  const saved = await orRefuse(putUnsigned(tx, me, 'credit_material', before, values), {
    taken: () => refuseField('name', `已有名为“${form.name}”的材料`),
    linked: () => refuseField('creditTypeId', '该授信类型不存在，请重新选择'),
  });
  await setAttachments(tx, me, { subject: subjects.creditMaterial, id: saved, customerId: null }, template);
  await audit(tx, me, {
    action: before ? '编辑' : '新建',
    subject: subjects.creditMaterial,
    id: saved,
    no: form.name,
    ...(before ? { before: wordsOf({ ...before, amountFrom: before.amount_from, amountTo: before.amount_to }) } : {}),
    after: wordsOf(form),
  });
  return { id: saved };
}

const wordsOf = (one: {
  name: string;
  kinds: readonly string[];
  amountFrom: bigint;
  amountTo: bigint | null;
  required: boolean;
  most: number;
  enabled: boolean;
}) => ({
  材料名称: one.name,
  申请类型: one.kinds.map((kind) => applyKinds[kind as ApplyKind]).join('、') || '全部',
  申请金额: `${saidYuan(one.amountFrom)}元起${one.amountTo === null ? '' : `，${saidYuan(one.amountTo)}元以下`}`,
  必传: one.required ? '是' : '否',
  数量上限: String(one.most),
  状态: one.enabled ? '启用' : '停用',
});
