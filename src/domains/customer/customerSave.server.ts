import { sql } from 'kysely';
import { pinyin } from 'pinyin-pro';
import type { z } from 'zod';
import { mustBePlace } from '~/domains/region/place.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { scopedColumns } from '~/server/authority.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { storedOf, wordsOf } from '~/server/documentFields.server';
import { newId } from '~/server/ids.server';
import { nextFreeCode } from '~/server/numbers.server';
import { mustBeSeen, updateKnown } from '~/server/versioned.server';
import { HIDDEN, maskIdCard, maskMobile } from '~/shared/mask';
import { notFound, Refusal, refuse, refuseField, WARNING } from '~/shared/refusal';
import { normalizeUscc } from '~/shared/uscc';
import { isMasked } from './customer';
import type { CustomerFields, CustomerInput, CustomerUpdate, Duplicate } from './customer.schema';
import { customerFields } from './customerFields';
import { customerStates, customerTypes } from './customerNames';
import { mustBeEditable } from './customerState.server';
import { joinTags, tagsIn } from './customerTags';
import { findDuplicates } from './duplicates.server';
import { idCardColumns, openIdCard } from './idCard.server';
import { mustBeSalesMember } from './level.server';
import { assertMayHandOn, assertMayOwn, seesAllCustomers } from './ownership.server';
import { areaColumns } from './salesArea.server';
import * as subjects from './subjects';

/** Initials and full spelling, for search by pinyin. */
export function pinyinOf(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
  return `${syllables.map((one) => (/^[a-z]+$/.test(one) ? one[0] : one)).join('')} ${syllables.join('')}`.toLowerCase().slice(0, 200);
}

/** Who sees a part of the customers only keeps the new one, unless it is given to somebody else they may see. */
export async function createCustomer(tx: Tx, me: Me, typed: z.output<typeof CustomerInput>): Promise<{ id: string; code: string }> {
  const input = { ...typed, salesMemberId: typed.salesMemberId || ownerFor(me) || '' };
  if (isMasked(input.idCard)) refuseField('idCard', '请填写完整的身份证号');
  if (isMasked(input.contactMobile)) refuseField('contactMobile', '请填写完整的手机号');
  await checkReferences(tx, me, input, null);
  await warnOfDuplicates(tx, me, input, '');
  const id = newId();
  const columns = { ...columnsOf(me, input), ...(await areaColumns(tx, me, input)) };
  const code = input.code || (await nextCode(tx, me));
  await orRefuse(
    tx
      .insertInto('customer')
      .values({ tenant_id: me.tenantId, id, code, status: input.status, ...columns, created_by: me.accountId, updated_by: me.accountId })
      .execute(),
    { taken: (constraint) => duplicateBy(input, constraint) },
  );
  await audit(tx, me, { action: '新建', subject: subjects.customer, id, no: code, after: await snapshotOf(tx, me, id) });
  return { id, code };
}

export async function updateCustomer(tx: Tx, me: Me, input: z.output<typeof CustomerUpdate>): Promise<{ id: string; code: string }> {
  const current = await lockCustomer(tx, me, input.id);
  mustBeSeen(current, input.version);
  mustBeEditable(current);
  assertMayOwn(me, current, input.salesMemberId || null);
  const next = {
    ...input,
    idCard: unmasked(input.idCard, openIdCard(me, current.id_card), maskIdCard, 'idCard'),
    contactMobile: unmasked(input.contactMobile, current.contact_mobile, maskMobile, 'contactMobile'),
  };
  await checkReferences(tx, me, next, current);
  await warnOfDuplicates(tx, me, next, input.id);
  const before = await snapshotOf(tx, me, input.id);
  const columns = { ...columnsOf(me, next), ...(await areaColumns(tx, me, next)) };
  const code = input.code || current.code;
  await orRefuse(updateKnown(tx, me, 'customer', current, { code, ...columns, updated_by: me.accountId, updated_at: sql`now()` }), {
    taken: (constraint) => duplicateBy(input, constraint),
  });
  await audit(tx, me, { action: '编辑', subject: subjects.customer, id: input.id, no: code, before, after: await snapshotOf(tx, me, input.id) });
  return { id: input.id, code };
}

/** Only a customer nothing refers to can go; with others one ends the cooperation. */
export async function deleteCustomer(tx: Tx, me: Me, input: { id: string; version: number }): Promise<Record<string, never>> {
  const current = await lockCustomer(tx, me, input.id);
  mustBeSeen(current, input.version);
  assertMayHandOn(me, current, '删除');
  const before = await snapshotOf(tx, me, input.id);
  await orRefuse(tx.deleteFrom('customer').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute(), {
    linked: () => refuse('IN_USE', `客户“${current.name}”已有账号、价格或业务单据，不能删除，可以暂停合作`),
  });
  await audit(tx, me, { action: '删除', subject: subjects.customer, id: input.id, no: current.code, before });
  return {};
}

/** The full numbers behind the masks; every look is written down. */
export async function revealCustomer(tx: Tx, me: Me, input: { id: string }): Promise<{ idCard: string; contactMobile: string }> {
  const row = await tx
    .selectFrom('customer')
    .select(['code', 'id_card', 'contact_mobile'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!row) return notFound('该客户');
  await audit(tx, me, { action: '查看完整证件与手机号', subject: subjects.customer, id: input.id, no: row.code });
  return { idCard: openIdCard(me, row.id_card), contactMobile: row.contact_mobile };
}

/** What the log keeps, by the names people read; personal numbers stay masked there too. */
export async function snapshotOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Record<string, string>> {
  const row = await tx
    .selectFrom('customer')
    .leftJoin('dict_item as level', (on) => on.onRef('level.tenant_id', '=', 'customer.tenant_id').onRef('level.id', '=', 'customer.level_id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .selectAll('customer')
    .select(['level.name as levelName', 'member.name as salesName'])
    .where('customer.tenant_id', '=', me.tenantId)
    .where('customer.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...wordsOf(customerFields, row, { levelId: row.levelName, salesMemberId: row.salesName, contactMobile: maskMobile(row.contact_mobile) }),
    客户类型: customerTypes[row.customer_type] ?? '',
    统一社会信用代码: row.uscc ?? '',
    身份证号: maskIdCard(openIdCard(me, row.id_card)),
    销售区域: row.region_label,
    可见库存: row.price_visible_stock ? '是' : '否',
    状态: customerStates[row.status] ?? row.status,
  };
}

export function columnsOf(me: Pick<Me, 'tenantId'>, input: CustomerFields) {
  const personal = input.customerType === '1';
  const { code: _, ...plain } = storedOf(customerFields, input);
  return {
    ...plain,
    tags: joinTags(tagsIn(input.tags)),
    pinyin: pinyinOf(input.name),
    customer_type: Number(input.customerType),
    uscc: personal ? null : normalizeUscc(input.uscc) || null,
    ...idCardColumns(me, personal ? input.idCard : null),
    price_visible_stock: input.stockVisible,
  };
}

/** The salesperson of a new customer nobody was named for. */
export const ownerFor = (me: Me): string | null => (seesAllCustomers(me) ? null : me.memberId);

/** KH000001, passing over codes people typed. */
export const nextCode = (tx: Tx, me: Me): Promise<string> => nextFreeCode(tx, me, subjects.customer);

export async function lockCustomer(tx: Tx, me: Pick<Me, 'tenantId'>, id: string) {
  const row = await tx
    .selectFrom('customer')
    .select(['id', 'code', 'name', 'status', 'version', 'id_card', 'contact_mobile', 'level_id'])
    .select(scopedColumns)
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? notFound('该客户');
}

/** The stored value when the mask, or what stands for a hidden value, came back as it was; a half-edited mask is refused. */
export function unmasked(typed: string, stored: string, mask: (value: string) => string, field: string): string {
  if (!isMasked(typed)) return typed;
  return typed === mask(stored) || (typed === HIDDEN && stored !== '') ? stored : refuseField(field, '已部分隐藏的号码不能直接修改，请重新输入完整号码');
}

async function checkReferences(tx: Tx, me: Me, input: CustomerFields, current: { level_id: string | null; ownerId: string | null } | null): Promise<void> {
  if (input.province) mustBePlace(input);
  if (input.levelId && input.levelId !== current?.level_id) {
    const level = await tx
      .selectFrom('dict_item')
      .select('id')
      .where('tenant_id', '=', me.tenantId)
      .where('category', '=', 'customer_level')
      .where('id', '=', input.levelId)
      .executeTakeFirst();
    if (!level) refuseField('levelId', '客户级别不存在或已删除');
  }
  await mustBeSalesMember(tx, me, input.salesMemberId, current?.ownerId);
}

/** The same credit code can never be saved twice; a shared mobile or a near name asks once. */
async function warnOfDuplicates(tx: Tx, me: Me, input: CustomerFields & { confirm: boolean }, id: string): Promise<void> {
  const personal = input.customerType === '1';
  const asked = {
    id,
    name: input.name,
    uscc: personal ? '' : normalizeUscc(input.uscc),
    idCard: personal ? input.idCard : '',
    mobile: input.contactMobile,
  };
  const duplicates = await findDuplicates(tx, me, asked);
  const same = duplicates.find((duplicate) => duplicate.name === input.name);
  if (same) duplicate('name', `客户名称“${input.name}”已存在（${ownerOfDuplicate(same)}）`);
  const sameCode = duplicates.find((duplicate) => duplicate.why === '统一社会信用代码相同');
  if (sameCode) duplicate('uscc', `统一社会信用代码“${input.uscc}”已属于客户“${sameCode.name}”（${ownerOfDuplicate(sameCode)}）`);
  const sameCard = duplicates.find((duplicate) => duplicate.why === '身份证号相同');
  if (sameCard) duplicate('idCard', `身份证号已属于客户“${sameCard.name}”（${ownerOfDuplicate(sameCard)}）`);
  if (duplicates.length === 0 || input.confirm) return;
  const lines = duplicates.map((duplicate) => `${duplicate.name}（${ownerOfDuplicate(duplicate)}，${duplicate.why}）`).join('、');
  throw new Refusal(WARNING, `可能与已有客户重复：${lines}。确认仍要保存吗？`, { reason: 'CUSTOMER_DUPLICATE', duplicates });
}

/** What of a duplicate the person may know: its code, or who to ask. */
const ownerOfDuplicate = (duplicate: Duplicate): string => duplicate.code || (duplicate.sales ? `由${duplicate.sales}负责` : '由其他人负责');

function duplicate(field: string, message: string): never {
  return refuse('CUSTOMER_DUPLICATE', message, { fields: { [field]: message } });
}

/** Two people may save the same name, code or credit code at once: the loser hears which. */
function duplicateBy(input: CustomerFields, constraint: string): never {
  if (constraint === 'customer_name') duplicate('name', `客户名称“${input.name}”已存在`);
  if (constraint === 'customer_uscc') duplicate('uscc', `统一社会信用代码“${input.uscc}”已属于其他客户`);
  if (constraint === 'customer_id_card') duplicate('idCard', '身份证号已属于其他客户');
  return duplicate('code', `客户编码“${input.code}”已存在`);
}
