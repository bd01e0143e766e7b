import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/platform/api.server';
import * as calls from '~/domains/platform/calls';
import { SET_DICT } from '~/portal/permissions';
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
  it('offer the platform’s items until the tenant renames, switches off, adds or restores them; another tenant sees nothing of it', async () => {
    const before = await options(editor);
    expect(before).toContain('顺丰速运');
    await save('SF', '顺丰', 0);
    await save('OWN', '厂里车队');
    const ems = await itemOf('EMS');
    await ask(editor.me, calls.dictSwitch, { category, code: 'EMS', version: ems.version, enabled: false });
    const after = await options(editor);
    expect(after).toEqual([...before.filter((name) => name !== '中国邮政').map((name) => (name === '顺丰速运' ? '顺丰' : name)), '厂里车队']);
    expect(await options(other)).toEqual(before);
    expect((await itemOf('SF')).source).toBe('OVERRIDDEN');
    await ask(editor.me, calls.dictDelete, { category, code: 'SF', version: (await itemOf('SF')).version });
    expect(await options(editor)).toContain('顺丰速运');
  });

  it('refuse a code or name that is taken, an old version, a platform item’s removal and an unknown item', async () => {
    expect((await refusalOf(save('SF', '别的'))).data.fields).toEqual({ code: '该编码已被使用' });
    expect((await refusalOf(save('NEW', '顺丰速运'))).message).toBe('名称“顺丰速运”已被编码“SF”使用');
    await save('OWN', '车队');
    await save('OWN', '车队二', 1);
    expect((await refusalOf(save('OWN', '车队三', 1))).data.reason).toBe('VERSION');
    expect((await refusalOf(ask(editor.me, calls.dictDelete, { category, code: 'SF', version: 0 }))).message).toContain('由平台提供');
    expect((await refusalOf(ask(editor.me, calls.dictSwitch, { category, code: 'NONE', version: 0, enabled: true }))).message).toBe('该字典项不存在或已删除');
    expect((await refusalOf(ask(other.me, calls.dictDelete, { category, code: 'OWN', version: 2 }))).message).toBe('该字典项不存在或已删除');
  });

  it('are not removed while records name them', async () => {
    const { id } = await ask(editor.me, calls.dictSave, { category: 'customer_level', code: 'A', name: '核心' });
    const { pool } = await testDatabase();
    await pool.query('update customer set level_id = $1 where tenant_id = $2', [id, TENANT_A]);
    const [level] = (await ask(editor.me, calls.dictList, { category: 'customer_level' })).items;
    expect(level?.uses).toBe(1);
    expect((await refusalOf(ask(editor.me, calls.dictDelete, { category: 'customer_level', code: 'A', version: 1 }))).message).toBe(
      '“核心”正被1处使用，不能删除，可以停用',
    );
    await pool.query('update customer set level_id = null');
    await ask(editor.me, calls.dictDelete, { category: 'customer_level', code: 'A', version: 1 });
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
