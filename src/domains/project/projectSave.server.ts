import { sql } from 'kysely';
import type { z } from 'zod';
import { pinyinOf, unmasked } from '~/domains/customer/customerSave.server';
import { likeness } from '~/domains/customer/duplicates.server';
import { mustBeSalesMember } from '~/domains/customer/level.server';
import { mustBePlace } from '~/domains/region/place.server';
import type { Me } from '~/portal/me';
import { attachmentsOf, setAttachments } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { storedOf, wordsOf } from '~/server/documentFields.server';
import { newId } from '~/server/ids.server';
import { nextFreeCode } from '~/server/numbers.server';
import { defineSteps } from '~/server/steps.server';
import { updateKnown } from '~/server/versioned.server';
import { maskMobile } from '~/shared/mask';
import { notFound, Refusal, refuse, refuseField, WARNING } from '~/shared/refusal';
import { isEditable, type ProjectState, projectFields, projectFlow } from './project';
import type { ProjectFields, ProjectInput, ProjectUpdate } from './project.schema';
import { contactsOf, projectsOf } from './project.server';
import * as subjects from './subjects';

const OPEN_ORDERS = ['PENDING_AUDIT', 'PENDING_PAY', 'PENDING_DELIVERY', 'PARTIAL_DELIVERED', 'DELIVERED'] as const;
const LIKE = 0.8;
const docs = defineDocument({
  table: 'project',
  noun: '项目',
  title: (row) => `项目“${row.name}”（${row.code}）`,
  states: projectFlow,
  reason: 'PROJECT_STATE',
});
const step = defineSteps({ docs, flow: projectFlow, subject: subjects.project });
const { code: _code, ...columns } = projectFields;

export async function createProject(tx: Tx, me: Me, input: z.output<typeof ProjectInput>): Promise<{ id: string; code: string }> {
  await checkReferences(tx, me, input, null);
  await warnOfDuplicates(tx, me, input, '');
  const id = newId();
  const code = input.code || (await nextProjectCode(tx, me));
  await orRefuse(
    tx
      .insertInto('project')
      .values({ tenant_id: me.tenantId, id, code, ...columnsOf(input), created_by: me.accountId, updated_by: me.accountId })
      .execute(),
    { taken: takenCode(code) },
  );
  await writeContacts(tx, me, id, input);
  await setAttachments(tx, me, { subject: subjects.project, id, customerId: input.customerId }, input.attachments);
  await audit(tx, me, { action: '新建', subject: subjects.project, id, no: code, after: await snapshotOf(tx, me, id) });
  return { id, code };
}

/** Another customer's project stays that customer's: orders and prices name it. */
export async function updateProject(tx: Tx, me: Me, input: z.output<typeof ProjectUpdate>): Promise<{ id: string; code: string }> {
  const current = await docs.lock(tx, me, input);
  docs.mustBe(current, isEditable, '再编辑');
  if (input.customerId !== current.customer_id && (await countOrders(tx, me, input.id, false)) > 0)
    refuseField('customerId', `项目“${current.name}”已有订单，不能改为其他客户的项目`);
  await checkReferences(tx, me, input, current);
  await warnOfDuplicates(tx, me, input, input.id);
  const before = await snapshotOf(tx, me, input.id);
  const code = input.code || current.code;
  await orRefuse(updateKnown(tx, me, 'project', current, { code, ...columnsOf(input), ...changedBy(me) }), { taken: takenCode(code) });
  await writeContacts(tx, me, input.id, input);
  if (input.customerId !== current.customer_id)
    await setAttachments(
      tx,
      me,
      { subject: subjects.project, id: input.id, customerId: input.customerId },
      await attachmentsOf(tx, me, subjects.project, input.id),
    );
  await audit(tx, me, { action: '编辑', subject: subjects.project, id: input.id, no: code, before, after: await snapshotOf(tx, me, input.id) });
  return { id: input.id, code };
}

export async function moveProject(tx: Tx, me: Me, input: { id: string; version: number; to: ProjectState; reason: string }): Promise<Record<string, never>> {
  const current = await docs.lock(tx, me, input);
  await step(tx, me, current, input, async ({ noOpenOrders, label }) => {
    const open = noOpenOrders ? await countOrders(tx, me, input.id, true) : 0;
    if (open > 0) refuse('PROJECT_STATE', `${docs.title(current)}还有${open}张未完成的订单，不能${label}`);
  });
  return {};
}

/** Only a project no order or price names can go; others are closed. */
export async function deleteProject(tx: Tx, me: Me, input: { id: string; version: number }): Promise<Record<string, never>> {
  const current = await docs.lock(tx, me, input);
  const before = await snapshotOf(tx, me, input.id);
  await setAttachments(tx, me, { subject: subjects.project, id: input.id, customerId: current.customer_id }, []);
  await orRefuse(tx.deleteFrom('project').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute(), {
    linked: () => refuse('IN_USE', `${docs.title(current)}已有订单或价格，不能删除，可以终止`),
  });
  await audit(tx, me, { action: '删除', subject: subjects.project, id: input.id, no: current.code, before });
  return {};
}

/** The numbers behind the masks; every look is written down. */
export async function revealContacts(tx: Tx, me: Me, input: { id: string }) {
  const row = await tx.selectFrom('project').select('code').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!row) return notFound('该项目');
  await audit(tx, me, { action: '查看联系人完整号码', subject: subjects.project, id: input.id, no: row.code });
  return { contacts: (await contactsOf(tx, me, input.id)).map(({ id, mobile }) => ({ id, mobile })) };
}

export const nextProjectCode = (tx: Tx, me: Me): Promise<string> => nextFreeCode(tx, me, subjects.project);

const changedBy = (me: Me) => ({ updated_by: me.accountId, updated_at: sql<Date>`now()` });

async function countOrders(tx: Tx, me: Me, projectId: string, openOnly: boolean): Promise<number> {
  let orders = tx.selectFrom('sales_order').where('tenant_id', '=', me.tenantId).where('project_id', '=', projectId);
  if (openOnly) orders = orders.where('status', 'in', OPEN_ORDERS);
  const { n } = await orders.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

/** The code is numbered where none is given. */
function columnsOf({ code: _, ...input }: ProjectFields) {
  return { ...storedOf(columns, input), pinyin: pinyinOf(input.name) };
}

async function writeContacts(tx: Tx, me: Me, projectId: string, input: Pick<ProjectFields, 'customerId' | 'contacts'>): Promise<void> {
  const before = new Map((await contactsOf(tx, me, projectId)).map((one) => [one.id, one]));
  await tx.deleteFrom('project_contact').where('tenant_id', '=', me.tenantId).where('project_id', '=', projectId).execute();
  if (input.contacts.length === 0) return;
  const rows = input.contacts.map((one, sort) => ({
    tenant_id: me.tenantId,
    id: before.has(one.id) ? one.id : newId(),
    project_id: projectId,
    customer_id: input.customerId,
    name: one.name,
    role: one.role,
    mobile: unmasked(one.mobile, before.get(one.id)?.mobile ?? '', maskMobile, `contacts.${sort}.mobile`),
    sort,
  }));
  await tx.insertInto('project_contact').values(rows).execute();
}

async function checkReferences(tx: Tx, me: Me, input: ProjectFields, current: { customer_id: string; sales_member_id: string | null } | null): Promise<void> {
  if (input.province) mustBePlace(input);
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.customerId)
    .executeTakeFirst();
  if (!customer) return refuseField('customerId', '该客户不存在或已删除，请重新选择');
  await mustBeSalesMember(tx, me, input.salesMemberId, current?.sales_member_id);
}

/** Two dealers after one building site: the factory wants to know before both are promised a price. */
async function warnOfDuplicates(tx: Tx, me: Me, input: ProjectFields & { confirm: boolean }, id: string): Promise<void> {
  if (input.confirm) return;
  const found = await projectsOf(tx, me)
    .select(['project.id', 'project.code', 'project.name', 'project.city', 'customer.name as customerName'])
    .where('project.status', 'in', ['ACTIVE', 'PAUSED'])
    .where(sql<boolean>`project.name_grams && bigrams(${input.name})`)
    .orderBy(sql`cardinality(array(select unnest(project.name_grams) intersect select unnest(bigrams(${input.name}))))`, 'desc')
    .orderBy('project.id')
    .limit(20)
    .execute();
  const alike = found
    .filter((one) => one.id !== id && likeness(one.name, input.name) >= LIKE && (!one.city || !input.city || one.city === input.city))
    .slice(0, 5);
  if (alike.length === 0) return;
  const lines = alike.map((one) => `${one.name}（${one.code}，客户“${one.customerName}”）`).join('、');
  throw new Refusal(WARNING, `可能与已有项目重复：${lines}。确认仍要保存吗？`, { reason: 'PROJECT_DUPLICATE' });
}

const takenCode = (code: string) => (): never => refuse('DUPLICATE_CODE', `项目编号“${code}”已存在`, { fields: { code: `项目编号“${code}”已存在` } });

/** What the log keeps, by the names people read; numbers stay masked there too. */
async function snapshotOf(tx: Tx, me: Me, id: string): Promise<Record<string, string>> {
  const row = await projectsOf(tx, me)
    .selectAll('project')
    .select(['customer.name as customerName', 'member.name as salesName'])
    .where('project.id', '=', id)
    .executeTakeFirstOrThrow();
  const contacts = await contactsOf(tx, me, id);
  return {
    ...wordsOf(projectFields, row, { customerId: row.customerName, salesMemberId: row.salesName }),
    联系人: contacts.map((one) => [one.name, one.role, maskMobile(one.mobile)].filter(Boolean).join(' ')).join('；'),
  };
}
