import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { audit, documentLog } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { literally, pageFrom } from '~/server/list.server';
import { lockKnown, nextVersion, putSeen } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import { type ContractKind, contractKinds } from './contract';
import { type Block, fillBlocks, type OwnField, templateProblems } from './fill';
import { standardTemplates } from './standardTemplates';
import * as subjects from './subjects';
import type { TemplateInput, TemplateQuery } from './template.schema';
import { tableShapes, tablesOf, type Variable, variablesOf } from './variables';

export interface TemplateBody {
  id: string;
  no: number;
  name: string;
  kind: ContractKind;
  title: string;
  blocks: Block[];
  fields: OwnField[];
}
export const allVariables = (kind: ContractKind, fields: readonly OwnField[]): Variable[] => [...variablesOf(kind), ...fields];

const templatesOf = (tx: Tx, me: Pick<Me, 'tenantId'>) => tx.selectFrom('ct_template').where('ct_template.tenant_id', '=', me.tenantId);
const NOUN = '合同模板';
const uses = sql<number>`(select count(*)::int from (select 1 from ct_contract c where c.tenant_id = ct_template.tenant_id and c.template_id = ct_template.id limit 1000) n)`;
const columns = ['id', 'name', 'kind', 'status', 'current_no as currentNo', 'remark', 'updater', 'updated_at as updatedAt', 'version'] as const;
const shown = <R extends { kind: string }>(row: R) => ({ ...row, kind: row.kind as ContractKind });

export async function listTemplates(tx: Tx, me: Me, query: TemplateQuery) {
  let rows = templatesOf(tx, me).select(columns).select(uses.as('uses'));
  if (query.name) rows = rows.where('name', 'ilike', `%${literally(query.name)}%`);
  if (query.kind) rows = rows.where('kind', '=', query.kind);
  if (query.status) rows = rows.where('status', '=', query.status as 'ENABLED');
  const page = await pageFrom(tx, rows, query, {
    sort: { updatedAt: 'updated_at', name: 'name' },
    initial: [['updated_at', 'desc']],
    tiebreak: 'id',
    neverNull: ['name'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(shown) };
}

export async function templateDetail(tx: Tx, me: Me, { id }: { id: string }) {
  const row = await templatesOf(tx, me).select(columns).select(uses.as('uses')).where('id', '=', id).executeTakeFirst();
  if (!row) return notFound(`该${NOUN}`);
  const body = await templateBody(tx, me, id);
  const versions = await tx
    .selectFrom('ct_template_version')
    .select(['no', 'creator', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('template_id', '=', id)
    .orderBy('no', 'desc')
    .limit(50)
    .execute();
  return {
    ...shown(row),
    title: body.title,
    blocks: body.blocks,
    fields: body.fields,
    versions,
    logs: await documentLog(tx, me, subjects.contractTemplate, id),
  };
}

/** A template as it is used: its newest version, or the one a contract was drawn from. */
export async function templateBody(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, no?: number): Promise<TemplateBody> {
  const row = await tx
    .selectFrom('ct_template')
    .innerJoin('ct_template_version', (on) =>
      on.onRef('ct_template_version.tenant_id', '=', 'ct_template.tenant_id').onRef('ct_template_version.template_id', '=', 'ct_template.id'),
    )
    .select(['ct_template.id', 'ct_template.name', 'ct_template.kind', 'ct_template_version.no', 'title', 'blocks', 'fields'])
    .where('ct_template.tenant_id', '=', me.tenantId)
    .where('ct_template.id', '=', id)
    .where((of) => of('ct_template_version.no', '=', no ?? of.ref('ct_template.current_no')))
    .executeTakeFirst();
  if (!row) return notFound(`该${NOUN}`);
  const { blocks, fields, ...rest } = row;
  return { ...shown(rest), blocks: blocks as unknown as Block[], fields: fields as unknown as OwnField[] };
}

/** Templates one may draw up a contract of a kind from. */
export const templatesFor = async (tx: Tx, me: Pick<Me, 'tenantId'>, kind: ContractKind) =>
  (
    await templatesOf(tx, me)
      .select(['id', 'name', 'kind'])
      .where('kind', '=', kind)
      .where('status', '=', 'ENABLED')
      .orderBy('updated_at', 'desc')
      .limit(100)
      .execute()
  ).map(shown);

/** Every change is a version of its own: what was drawn up before keeps its text. */
export async function saveTemplate(tx: Tx, me: Me, input: TemplateInput, now: Date) {
  mustRead(input.kind, input.blocks, input.fields);
  await refuseTaken(tx, me, input);
  const old = input.id ? await lockKnown(tx, me, 'ct_template', NOUN, input) : undefined;
  if (old && old.kind !== input.kind)
    refuse('CONTRACT_RULE', `合同模板“${old.name}”的类型是${contractKinds[old.kind as ContractKind]}，不能改为${contractKinds[input.kind]}，请另建模板`);
  const no = (old?.current_no ?? 0) + 1;
  const row = { name: input.name, kind: input.kind, remark: input.remark, current_no: no, updater: actorName(me) };
  const id = await putSeen(tx, me, 'ct_template', old, row, now);
  await tx
    .insertInto('ct_template_version')
    .values({
      tenant_id: me.tenantId,
      template_id: id,
      no,
      title: input.title,
      blocks: jsonb(input.blocks) as never,
      fields: jsonb(input.fields) as never,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  await log(tx, me, { id, name: input.name }, old ? '编辑' : '新建', `第${no}版，${input.blocks.length}段`);
  return { id, version: nextVersion(old) };
}

export async function switchTemplate(tx: Tx, me: Me, input: { id: string; version: number; enabled: boolean }, now: Date) {
  const old = await lockKnown(tx, me, 'ct_template', NOUN, input);
  await putSeen(tx, me, 'ct_template', old, { status: input.enabled ? 'ENABLED' : 'DISABLED', updater: actorName(me) }, now);
  await log(tx, me, old, input.enabled ? '启用' : '停用', '');
  return { id: old.id, version: nextVersion(old) };
}

/** 使用标准模板: those of the product that the factory does not have by name. */
export async function takeStandardTemplates(tx: Tx, me: Me, now: Date): Promise<{ made: number }> {
  const have = new Set((await templatesOf(tx, me).select('name').execute()).map((row) => row.name));
  let made = 0;
  for (const one of standardTemplates) {
    if (have.has(one.name)) continue;
    await saveTemplate(tx, me, { ...one, id: '', remark: '标准模板', version: undefined } as TemplateInput, now);
    made += 1;
  }
  return { made };
}

/** A version that contracts were drawn up from, as it was. */
export const templateVersion = async (tx: Tx, me: Me, { id, no }: { id: string; no: number }) => previewTemplate(await templateBody(tx, me, id, no));

/** A template with examples in it. */
export function previewTemplate(input: Pick<TemplateInput, 'kind' | 'title' | 'blocks' | 'fields'>) {
  const variables = allVariables(input.kind, input.fields);
  const examples = { text: '示例文字', yuan: '123456.78', date: '2026-11-22', qty: '100' };
  const values = Object.fromEntries(variables.map((one) => [one.label, one.kind === 'text' ? `【${one.label}】` : examples[one.kind]]));
  const tables = Object.fromEntries(
    tablesOf(input.kind).map((one) => [one.label, [one.columns.map((column, at) => (at === 0 ? '1' : column.right ? '1.00' : `【${column.title}】`))]]),
  );
  return {
    title: input.title,
    blocks: fillBlocks(input.blocks, variables, tableShapes, { values, tables }),
    problems: templateProblems(input.blocks, variables, tablesOf(input.kind)),
  };
}

function mustRead(kind: ContractKind, blocks: readonly Block[], fields: readonly OwnField[]): void {
  const labels = [...variablesOf(kind), ...fields].map((one) => one.label);
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice) refuse('CONTRACT_RULE', `自定义字段“${twice}”与已有字段重名，请改名`);
  const problems = templateProblems(blocks, allVariables(kind, fields), tablesOf(kind));
  if (problems.length) refuse('CONTRACT_RULE', `模板内容有${problems.length}处问题：${problems.slice(0, 5).join('；')}`);
}

async function refuseTaken(tx: Tx, me: Me, input: TemplateInput): Promise<void> {
  const other = await templatesOf(tx, me).select('id').where('name', '=', input.name).executeTakeFirst();
  if (other && other.id !== input.id) refuse('DUPLICATE_CODE', `已有名为“${input.name}”的合同模板`, { fields: { name: '名称已被使用' } });
}

const log = (tx: Tx, me: Me, template: { id: string; name: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.contractTemplate, id: template.id, no: template.name, after: { note } });
