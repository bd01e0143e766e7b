import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { updateKnown } from '~/server/versioned.server';
import { refuse, refuseField } from '~/shared/refusal';
import type { RowResult } from '~/shared/rowResults.schema';
import { settings } from './customerParts';
import type { SettingsInput } from './customerParts.schema';
import { asSeen, eachCustomer, mustBeEditable } from './customerState.server';
import { joinTags, tagsIn, tagsProblem } from './customerTags';
import { listLevels } from './level.server';
import { listAreas } from './salesArea.server';
import * as subjects from './subjects';

type Wanted = z.output<typeof SettingsInput>;
interface Set {
  level_id?: string | null;
  sales_area_id?: string | null;
  region_label?: string;
  payment_days?: number;
  tags?: string;
}
interface Chosen {
  set: (stands: { tags: string }) => Set;
  /** As the log shows it. */
  shown: (set: Set) => string;
}

/** Sets one thing of many customers: level, sales area, payment days, or tags more or fewer. */
export async function setCustomers(tx: Tx, me: Me, input: Wanted): Promise<{ results: RowResult[] }> {
  const chosen = await chosenOf(tx, me, input);
  return { results: await eachCustomer(tx, input.items, (item) => setOne(tx, me, item, input.what, chosen)) };
}

async function chosenOf(tx: Tx, me: Me, { what, value }: Wanted): Promise<Chosen> {
  if (what === 'paymentDays') {
    if (!/^\d{1,3}$/.test(value) || Number(value) > 365) refuseField('value', '账期天数应为0到365的整数');
    return { set: () => ({ payment_days: Number(value) }), shown: () => String(Number(value)) };
  }
  if (what === 'levelId') {
    const level = (await listLevels(tx, me)).levels.find((one) => one.id === value);
    if (value && !level) refuseField('value', '客户级别不存在或已删除');
    return { set: () => ({ level_id: value || null }), shown: () => level?.name ?? '' };
  }
  if (what === 'addTags' || what === 'removeTags') return tagging(what, value);
  const area = (await listAreas(tx, me)).areas.find((one) => one.id === value);
  if (value && !area) refuseField('value', '销售区域不存在或已删除，请重新选择');
  return { set: () => ({ sales_area_id: value || null, region_label: area?.top ?? '' }), shown: () => area?.path ?? '' };
}

function tagging(what: 'addTags' | 'removeTags', value: string): Chosen {
  const given = tagsIn(value);
  const problem = given.length ? tagsProblem(value) : '请填写标签';
  if (problem) refuseField('value', problem);
  const next = (old: readonly string[]) => (what === 'addTags' ? [...new Set([...old, ...given])] : old.filter((one) => !given.includes(one)));
  const set = ({ tags }: { tags: string }): Set => {
    const line = joinTags(next(tagsIn(tags)));
    const many = tagsProblem(line);
    if (many) refuse('CUSTOMER_STATE', many);
    return { tags: line };
  };
  return { set, shown: ({ tags = '' }) => tags };
}

async function setOne(tx: Tx, me: Me, item: { id: string; version: number }, what: Wanted['what'], chosen: Chosen): Promise<void> {
  const found = await tx
    .selectFrom('customer')
    .leftJoin('dict_item as level', (on) => on.onRef('level.tenant_id', '=', 'customer.tenant_id').onRef('level.id', '=', 'customer.level_id'))
    .select(['customer.id', 'customer.code', 'customer.name', 'customer.status', 'customer.version'])
    .select(['level.name as levelName', 'customer.region_label as region', 'customer.payment_days as days', 'customer.tags'])
    .where('customer.tenant_id', '=', me.tenantId)
    .where('customer.id', '=', item.id)
    .forUpdate('customer')
    .executeTakeFirst();
  const row = asSeen(found, item.version);
  mustBeEditable(row);
  const before = { levelId: row.levelName ?? '', salesAreaId: row.region, paymentDays: String(row.days), addTags: row.tags, removeTags: row.tags }[what];
  const set = chosen.set(row);
  await updateKnown(tx, me, 'customer', row, { ...set, updated_by: me.accountId, updated_at: sql`now()` });
  await audit(tx, me, {
    action: '批量设置',
    subject: subjects.customer,
    id: row.id,
    no: row.code,
    before: { [settings[what]]: before },
    after: { [settings[what]]: chosen.shown(set) },
  });
}
