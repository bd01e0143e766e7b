import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { BASE_CONFIG, PRICE_CONFIG, PRICE_MANAGE } from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { makeTenant } from '../../support/app';
import { testDatabase } from '../../support/database';

const opened = await testDatabase();
const roles = { settings: newId(), both: newId(), stranger: newId(), otherCompany: newId() };

beforeAll(async () => {
  await makeTenant(1n, '甲厂');
  await makeTenant(2n, '乙厂');
  const add = (tenantId: bigint, id: string, permissions: readonly string[]) =>
    opened.pool.query('insert into role (tenant_id, id, name, permissions) values ($1, $2, $3, $4)', [tenantId, id, id, permissions]);
  await add(1n, roles.settings, [BASE_CONFIG]);
  await add(1n, roles.both, [PRICE_CONFIG, BASE_CONFIG]);
  await add(1n, roles.stranger, [PRICE_MANAGE]);
  await add(2n, roles.otherCompany, ['PTN:SUPPLIER:CHAIN_ORDER:MANAGE', BASE_CONFIG]);
});

const heldBy = async (id: string): Promise<string[]> => (await opened.pool.query('select permissions from role where id = $1', [id])).rows[0].permissions;

test('roles of every company that kept the settings before keep the order of prices too, each right once; others get nothing', async () => {
  const split = readFileSync('migrations/0513-split-rights.sql', 'utf8');
  for (let times = 0; times < 2; times++) {
    await opened.pool.query(split);
    expect([...(await heldBy(roles.settings))].sort()).toEqual([BASE_CONFIG, PRICE_CONFIG, PRICE_MANAGE].sort());
    expect([...(await heldBy(roles.both))].sort()).toEqual([BASE_CONFIG, PRICE_CONFIG, PRICE_MANAGE].sort());
    expect(await heldBy(roles.stranger)).toEqual([PRICE_MANAGE]);
    expect(await heldBy(roles.otherCompany)).toEqual(expect.arrayContaining([PRICE_CONFIG, PRICE_MANAGE]));
  }
});
