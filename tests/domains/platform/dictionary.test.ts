import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/platform/api.server';
import * as calls from '~/domains/platform/calls';
import type { Me } from '~/portal/me';
import { SET_DICT } from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { makeDealer, makeMember, makeTenant, type Person, TENANT_A, TENANT_B } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

let editor: Person;
let other: Person;
let dealer: Person;
const category = 'carrier';

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
  (globalThis as { portalDictionaries?: Map<string, unknown> }).portalDictionaries?.clear();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  editor = await makeMember(TENANT_A, '管理员', [SET_DICT]);
  other = await makeMember(TENANT_B, '别厂', [SET_DICT]);
  dealer = await makeDealer(TENANT_A, '经销商');
});

const options = async (who: Person) => (await ask(who.me, calls.dictOptions, { dictCategoryCode: category })).items.map((item) => item.name);
const list = async (who = editor) => (await ask(who.me, calls.dictList, { category })).items;
const save = (code: string, name: string, version: number | null = null) => ask(editor.me, calls.dictSave, { category, code, name, version });
const itemOf = async (code: string) => {
  const item = (await list()).find((one) => one.code === code);
  if (!item) throw new Error(`no item ${code}`);
  return item;
};

describe('dictionaries', () => {
  it('offer the platform’s items in the tenant’s order, without those it switched off, and its own; another tenant sees nothing of it', async () => {
    const before = await options(editor);
    expect(before).toContain('顺丰速运');
    await save('OWN', '厂里车队');
    const ems = await itemOf('EMS');
    await ask(editor.me, calls.dictSwitch, { category, code: 'EMS', version: ems.version, enabled: false });
    expect(await options(editor)).toEqual([...before.filter((name) => name !== '中国邮政'), '厂里车队']);
    await ask(editor.me, calls.dictOrder, { category, codes: ['OWN', 'DBL'] });
    expect((await options(editor)).slice(0, 3)).toEqual(['厂里车队', '德邦物流', '顺丰速运']);
    expect(await options(other)).toEqual(before);
    const back = await itemOf('EMS');
    await ask(editor.me, calls.dictSwitch, { category, code: 'EMS', version: back.version, enabled: true });
    expect(await options(editor)).toContain('中国邮政');
  });

  it('refuse a platform item’s change or removal, also after the tenant moved it', async () => {
    const said = async (work: Promise<unknown>) => (await refusalOf(work)).message;
    const change = async () => save('SF', '顺丰', (await itemOf('SF')).version);
    expect(await said(change())).toBe('“顺丰速运”由平台提供，不能修改；可以停用它，另外新建一项');
    expect(await said(ask(editor.me, calls.dictDelete, { category, code: 'SF', version: 0 }))).toBe('“顺丰速运”由平台提供，不能删除，可以停用');
    await ask(editor.me, calls.dictOrder, { category, codes: ['EMS', 'SF'] });
    expect(await itemOf('SF')).toMatchObject({ source: 'PLATFORM', name: '顺丰速运', sort: 2 });
    expect(await said(change())).toContain('由平台提供');
    expect(await said(ask(editor.me, calls.dictDelete, { category, code: 'SF', version: (await itemOf('SF')).version }))).toContain('由平台提供');
  });

  it('refuse a code or name that is taken, an old version and an unknown item', async () => {
    expect((await refusalOf(save('SF', '别的'))).data.fields).toEqual({ code: '该编码已被使用' });
    expect((await refusalOf(save('NEW', '顺丰速运'))).message).toBe('名称“顺丰速运”已被编码“SF”使用');
    await save('OWN', '车队');
    await save('OWN', '车队二', 1);
    expect((await refusalOf(save('OWN', '车队三', 1))).data.reason).toBe('VERSION');
    expect((await refusalOf(ask(editor.me, calls.dictSwitch, { category, code: 'NONE', version: 0, enabled: true }))).message).toBe('该字典项不存在或已删除');
    expect((await refusalOf(ask(other.me, calls.dictDelete, { category, code: 'OWN', version: 2 }))).message).toBe('该字典项不存在或已删除');
  });

  it('are not removed while records name them, also those the editor does not see; the sentence says where', async () => {
    const level = { category: 'customer_level', code: 'A' };
    const { id } = await ask(editor.me, calls.dictSave, { ...level, name: '核心' });
    const { pool } = await testDatabase();
    await pool.query('update customer set level_id = $1 where tenant_id = $2', [id, TENANT_A]);
    const blind: Me = { ...editor.me, scope: { customers: { member: newId(), owners: [], regions: [] }, warehouses: [] } };
    for (const me of [editor.me, blind]) {
      const [item] = (await ask(me, calls.dictList, { category: 'customer_level' })).items;
      expect(item).toMatchObject({ uses: 1, usedIn: [{ what: '个客户', n: 1 }] });
      expect((await refusalOf(ask(me, calls.dictDelete, { ...level, version: 1 }))).message).toBe('“核心”正被1个客户使用，不能删除，可以停用');
    }
    await pool.query('update customer set level_id = null');
    await ask(editor.me, calls.dictDelete, { ...level, version: 1 });
    expect((await ask(editor.me, calls.dictList, { category: 'customer_level' })).items).toEqual([]);
  });

  it('are shared with dealers only where meant for them', async () => {
    expect((await ask(dealer.me, calls.dictOptions, { dictCategoryCode: 'order_cancel_reason' })).items.length).toBeGreaterThan(3);
    expect((await refusalOf(ask(dealer.me, calls.dictOptions, { dictCategoryCode: 'customer_level' }))).data.reason).toBe('NOT_FOUND');
  });

  it('keep every item in whatever order is asked', async () => {
    const codes = (await list()).map((item) => item.code);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(codes, { minLength: 1 }), async (order) => {
        await ask(editor.me, calls.dictOrder, { category, codes: order });
        const now = (await list()).map((item) => item.code);
        expect(now.slice(0, order.length)).toEqual(order);
        expect([...now].sort()).toEqual([...codes].sort());
      }),
      { numRuns: 5 },
    );
  });
});
