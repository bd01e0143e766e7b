import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { assertCovered } from '~/server/pdf/font.server';
import { lockSeen, nextVersion, putUnsigned } from '~/server/versioned.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { LetterKind } from './case';
import type { TemplateForm, TemplateRow } from './letter.schema';
import * as subjects from './subjects';

/** Wordings every factory has; its own stand beside them. */
const builtIn = [
  {
    kind: 'LETTER',
    name: '催款函',
    body: '{客户}：\n截至{今天}，贵司应付{厂家}货款共{应收金额}元，其中{逾期金额}元已逾期，共{逾期笔数}笔，最早到期日{最早到期日}，最长逾期{逾期天数}天（明细附后）。\n请贵司于收到本函之日起5个工作日内付清逾期款项。如已付款，请提供付款凭证；如对款项有异议，请在3个工作日内书面提出。\n逾期仍未付款的，我司将按合同约定暂停供货、收取逾期费用，并保留依法追索的权利。',
  },
  {
    kind: 'LAWYER',
    name: '律师函',
    body: '{客户}：\n受{厂家}委托，就贵司拖欠货款事宜致函如下。\n截至{今天}，贵司应付货款{应收金额}元，其中{逾期金额}元已逾期，最长逾期{逾期天数}天，最早到期日{最早到期日}。委托人已多次催收，贵司至今未付清。\n请贵司于收到本函之日起7日内付清逾期款项及相应的逾期费用。逾期未付的，委托人将依法提起诉讼，由此产生的诉讼费、保全费、律师费等由贵司承担。',
  },
] as const;

type Template = z.output<typeof TemplateRow>;
const asBuiltIn = (one: (typeof builtIn)[number]): Template => ({
  ...one,
  id: one.kind,
  version: 0,
  builtIn: true,
  enabled: true,
  updatedBy: '系统',
  updatedAt: null,
  versions: [],
});

export async function letterTemplates(tx: Tx, me: Me): Promise<{ templates: Template[] }> {
  const own = await tx
    .selectFrom('urge_template')
    .select(['id', 'kind', 'name', 'body', 'version', 'enabled', 'updated_by as updatedBy', 'updated_at as updatedAt'])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('kind')
    .orderBy('name')
    .execute();
  const versions = await tx
    .selectFrom('urge_template_version')
    .select(['template_id', 'ver', 'body', 'actor', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('ver', 'desc')
    .limit(500)
    .execute();
  return {
    templates: [
      ...builtIn.map(asBuiltIn),
      ...own.map((one) => ({
        ...one,
        kind: one.kind as LetterKind,
        builtIn: false,
        versions: versions.filter((version) => version.template_id === one.id).map(({ template_id: _, ...rest }) => rest),
      })),
    ],
  };
}

/** One that may be written from: built in, or the factory's own that is in use. */
export async function templateOf(tx: Tx, me: Me, id: string): Promise<Template> {
  const found = (await letterTemplates(tx, me)).templates.find((one) => one.id === id);
  if (!found) return notFound('该模板');
  if (!found.enabled) refuse('BAD_STATE', `函件模板“${found.name}”已停用，请选择其他模板`);
  return found;
}

/** Every change is a version of its own; letters say which they were written from. */
export async function saveLetterTemplate(tx: Tx, me: Me, form: z.output<typeof TemplateForm>, now: Date): Promise<{ id: string }> {
  assertCovered(`模板“${form.name}”`, form.body);
  if (builtIn.some(({ name }) => name === form.name)) refuseField('name', `“${form.name}”是内置模板，请换一个名称`);
  const before = await lockSeen(tx, me, 'urge_template', '函件模板', form);
  const values = { kind: form.kind, name: form.name, body: form.body, updated_by: actorName(me), updated_at: now };
  const id = await orRefuse(putUnsigned(tx, me, 'urge_template', before, values), {
    taken: () => refuseField('name', `模板“${form.name}”已存在，请换一个名称`),
  });
  const version = nextVersion(before);
  await tx
    .insertInto('urge_template_version')
    .values({ tenant_id: me.tenantId, id: newId(), template_id: id, ver: version, name: form.name, body: form.body, actor: actorName(me), created_at: now })
    .execute();
  await audit(tx, me, { action: before ? '编辑' : '新建', subject: subjects.urgeTemplate, id, no: form.name, after: { body: form.body } });
  return { id };
}

export async function switchLetterTemplate(tx: Tx, me: Me, { id, enabled }: { id: string; enabled: boolean }, now: Date): Promise<{ id: string }> {
  const row = await tx
    .updateTable('urge_template')
    .set({ enabled, updated_by: actorName(me), updated_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!row) return notFound('该函件模板');
  await audit(tx, me, { action: enabled ? '启用' : '停用', subject: subjects.urgeTemplate, id, no: row.name });
  return { id };
}
