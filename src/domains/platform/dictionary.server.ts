import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { onCommit } from '~/server/db/transaction.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { mustHaveWritten, raised } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import { categoryOf, type DictColor, dictCategories, keptSentence } from './dictionary';
import type { DictItem, ItemForm, Use, UsedItem } from './dictionary.schema';
import * as subjects from './subjects';
import { usesOf } from './usage.server';

type Tenant = Pick<Me, 'tenantId'>;
type Scoped = Pick<Me, 'tenantId' | 'scope'>;

/** Other processes see a change after this long; this one at once. */
const CACHE_MS = 5_000;
const CACHE_SIZE = 2_000;
const shared = globalThis as { portalDictionaries?: Map<string, { items: DictItem[]; until: number }> };
shared.portalDictionaries ??= new Map();
const cache = shared.portalDictionaries;

/** The items people may choose, in the tenant's order: the platform's, as far as the tenant has not switched them off, and its own. */
export async function dictionaryItems(tx: Tx, me: Tenant, category: string): Promise<DictItem[]> {
  const key = `${me.tenantId} ${category}`;
  const held = cache.get(key);
  if (held && held.until > Date.now()) return held.items;
  const items = (await allItems(tx, me, category)).filter((item) => item.enabled);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(key, { items, until: Date.now() + CACHE_MS });
  return items;
}

/** Enabled items for a person's choice; dealers get what the factory shares with them. */
export async function dictionaryOptions(tx: Tx, me: Me, category: string): Promise<{ items: DictItem[] }> {
  if (me.customerId !== null && !categoryOf(category)?.dealers) notFound('该字典');
  return { items: await dictionaryItems(tx, me, category) };
}

/** Every item with where it is used, switched off ones too. */
export async function listItems(tx: Tx, me: Scoped, category: string): Promise<{ items: UsedItem[] }> {
  const uses = await usesOf(tx, me, category);
  const items = await allItems(tx, me, category);
  return { items: items.map((item) => withUses(item, uses)) };
}

function withUses(item: DictItem, uses: ReadonlyMap<string, Use[]>): UsedItem {
  const usedIn = uses.get(item.id) ?? uses.get(item.name) ?? [];
  return { ...item, uses: usedIn.reduce((sum, { n }) => sum + n, 0), usedIn };
}

export async function listCategories(tx: Tx, me: Tenant) {
  const categories = [];
  for (const one of dictCategories) categories.push({ ...one, items: (await allItems(tx, me, one.code)).length });
  return { categories };
}

async function allItems(tx: Tx, me: Tenant, category: string): Promise<DictItem[]> {
  const platform = await tx.selectFrom('dict_platform_item').select(['code', 'name', 'sort', 'color']).where('category', '=', category).execute();
  const own = await tx
    .selectFrom('dict_item')
    .select(['id', 'code', 'name', 'sort', 'color', 'enabled', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('category', '=', category)
    .execute();
  const touched = new Map(own.map((item) => [item.code, item]));
  const items: DictItem[] = [];
  for (const { color, ...offered } of platform) {
    const { id, sort, enabled, version } = touched.get(offered.code) ?? { id: '', sort: offered.sort, enabled: true, version: 0 };
    items.push({ ...offered, color: color as DictColor, id, sort, enabled, version, source: 'PLATFORM' });
    touched.delete(offered.code);
  }
  for (const item of touched.values()) items.push({ ...item, color: item.color as DictColor, source: 'TENANT' });
  return items.sort((a, b) => a.sort - b.sort || a.code.localeCompare(b.code));
}

export interface ItemRef {
  category: string;
  code: string;
  /** As it was read; 0 for a platform item nobody touched. */
  version: number;
}

/** Adds an item (version null), or changes name and colour of an own one; the code stays. */
export async function saveItem(
  tx: Tx,
  me: Me,
  input: ItemForm & { category: string; version: number | null; sort?: number | undefined },
): Promise<{ id: string }> {
  const items = await allItems(tx, me, input.category);
  const current = items.find((item) => item.code === input.code);
  if (input.version === null && current) refuse('DUPLICATE_CODE', `编码“${input.code}”已被“${current.name}”使用`, { fields: { code: '该编码已被使用' } });
  if (input.version !== null && !current) notFound('该字典项');
  if (current?.source === 'PLATFORM') refuse('BAD_STATE', `“${current.name}”由平台提供，不能修改；可以停用它，另外新建一项`);
  const duplicate = items.find((item) => item.code !== input.code && item.name === input.name);
  if (duplicate) refuse('DUPLICATE_CODE', `名称“${input.name}”已被编码“${duplicate.code}”使用`, { fields: { name: '该名称已被使用' } });
  const last = Math.max(0, ...items.map((item) => item.sort));
  const after = { name: input.name, color: input.color, sort: input.sort ?? current?.sort ?? last + 1, enabled: current?.enabled ?? true };
  const id = await write(tx, me, { category: input.category, code: input.code, version: input.version ?? 0 }, current, after);
  await record(tx, me, current ? '编辑字典' : '新建字典', input.category, input.code, current, after);
  return { id };
}

export async function switchItem(tx: Tx, me: Me, input: ItemRef & { enabled: boolean }): Promise<Record<string, never>> {
  const current = await found(tx, me, input);
  const { name, color, sort } = current;
  await write(tx, me, input, current, { name, color, sort, enabled: input.enabled });
  await record(tx, me, input.enabled ? '启用字典' : '停用字典', input.category, input.code, { enabled: current.enabled }, { enabled: input.enabled });
  return {};
}

/** Puts the items into the order given; those not named keep their places behind. */
export async function orderItems(tx: Tx, me: Me, input: { category: string; codes: readonly string[] }): Promise<Record<string, never>> {
  const items = await allItems(tx, me, input.category);
  const ordered = [...input.codes.flatMap((code) => items.filter((item) => item.code === code)), ...items.filter((item) => !input.codes.includes(item.code))];
  for (const [index, item] of ordered.entries()) {
    const { name, color, enabled } = item;
    if (item.sort !== index + 1)
      await write(tx, me, { category: input.category, code: item.code, version: item.version }, item, { name, color, enabled, sort: index + 1 });
  }
  await record(tx, me, '字典排序', input.category, input.category, { order: items.map((item) => item.name) }, { order: ordered.map((item) => item.name) });
  return {};
}

/** Removes an own item. What documents name is refused, with where they are. */
export async function deleteItem(tx: Tx, me: Me, input: ItemRef): Promise<Record<string, never>> {
  const item = await found(tx, me, input);
  const current = withUses(item, await usesOf(tx, me, input.category));
  if (current.source === 'PLATFORM') refuse('IN_USE', `“${current.name}”由平台提供，不能删除，可以停用`);
  if (current.uses > 0) refuse('IN_USE', keptSentence(current));
  const gone = await tx
    .deleteFrom('dict_item')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', current.id)
    .where('version', '=', input.version)
    .executeTakeFirst();
  mustHaveWritten(gone);
  forget(me, input.category);
  await record(tx, me, '删除字典', input.category, input.code, item);
  return {};
}

async function found(tx: Tx, me: Tenant, { category, code }: { category: string; code: string }): Promise<DictItem> {
  return (await allItems(tx, me, category)).find((item) => item.code === code) ?? notFound('该字典项');
}

type Values = Pick<DictItem, 'name' | 'color' | 'sort' | 'enabled'>;
async function write(tx: Tx, me: Tenant, ref: ItemRef, current: DictItem | undefined, values: Values): Promise<string> {
  forget(me, ref.category);
  if (current?.id) {
    const saved = await tx
      .updateTable('dict_item')
      .set({ ...values, version: raised(), updated_at: sql<Date>`now()` })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', current.id)
      .where('version', '=', ref.version)
      .executeTakeFirst();
    mustHaveWritten(saved);
    return current.id;
  }
  const id = newId();
  const made = await tx
    .insertInto('dict_item')
    .values({ tenant_id: me.tenantId, id, category: ref.category, code: ref.code, ...values })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  mustHaveWritten(made);
  return id;
}

function forget(me: Tenant, category: string): void {
  const drop = () => void cache.delete(`${me.tenantId} ${category}`);
  drop();
  onCommit(drop);
}

const record = (tx: Tx, me: Me, action: string, category: string, code: string, before?: unknown, after?: unknown) =>
  audit(tx, me, {
    action,
    subject: subjects.dictionary,
    id: `${category}/${code}`,
    no: [categoryOf(category)?.name ?? category, code === category ? '' : code].filter(Boolean).join(' '),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  });
