import { beforeAll, expect, it } from 'vitest';
import '~/domains/all.server';
import * as customerCalls from '~/domains/customer/calls';
import { customerFields } from '~/domains/customer/customerFields';
import { everyField } from '~/portal/authority';
import { allPermissions } from '~/portal/permissionTree';
import { database } from '~/server/db.server';
import { refuseHiddenInput } from '~/server/hiddenInput.server';
import { forgetSessions } from '~/server/session.server';
import { formOf } from '~/shared/documentFields';
import { Refusal } from '~/shared/refusal';
import { makeMember, makeTenant, type Person, send, TENANT_A } from '../support/app';
import { addCustomer } from '../support/customers';
import { emptyDatabase, testDatabase } from '../support/database';

let veiled: Person;
let id: string;
const MOBILE = '13987654321';
const REMARK = '财务电话13987651234';
/** As the form sends it. */
const form = (one: Record<string, unknown>) => ({
  ...formOf(customerFields, one as never),
  version: one['version'],
  customerType: String(one['customerType']),
  idCard: one['idCard'],
  salesAreaId: one['salesAreaId'] ?? '',
});
const stored = async () => (await (await testDatabase()).pool.query('select remark from customer where id = $1', [id])).rows[0].remark;

beforeAll(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  const admin = await makeMember(TENANT_A, '管理员', 'admin');
  veiled = await makeMember(TENANT_A, '受限', [...allPermissions]);
  await database().inSystem((tx) =>
    tx
      .updateTable('role')
      .set({ hidden_fields: [...everyField] })
      .execute(),
  );
  forgetSessions();
  id = await addCustomer(admin.me, '东湖建材', { remark: REMARK, contactMobile: MOBILE });
});

it('nobody writes over what they may not see: a form that comes back with *** is refused, by field', async () => {
  const { data } = await send('POST', customerCalls.customerGet.path, { id }, veiled);
  expect(data.remark).toContain('***');
  const customer = { ...form(data), id };
  const { code, message, data: problem } = await send('POST', customerCalls.customerUpdate.path, customer, veiled);
  expect(code).not.toBe('0');
  expect(message).toContain('中有对您隐藏的内容');
  expect(problem.fields.remark).toContain('***');
  expect(await stored()).toBe(REMARK);
});

it('keeps a number that came back as it was hidden, and stores the rest', async () => {
  const { data } = await send('POST', customerCalls.customerGet.path, { id }, veiled);
  expect(data.contactMobile).toBe('***');
  const customer = { ...form(data), id, remark: '改由王会计联系' };
  expect(await send('POST', customerCalls.customerUpdate.path, customer, veiled)).toMatchObject({ code: '0' });
  const { rows } = await (await testDatabase()).pool.query('select contact_mobile, remark from customer where id = $1', [id]);
  expect(rows).toEqual([{ contact_mobile: MOBILE, remark: '改由王会计联系' }]);
});

const refusal = (raw: unknown, hidden: string[] = ['amount'], path = '/saas-order/x') => {
  try {
    refuseHiddenInput({ hidden } as never, { path, options: { title: '' } } as never, raw);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

it('says the row and the field, and takes no mask of a number or an address for something hidden', () => {
  expect(refusal({ lines: [{ price: '1.00' }, { price: '***' }] })?.message).toMatch(/^第2行：“单价”中有对您隐藏的内容/);
  expect(refusal({ remark: '已付***元' })?.data.fields).toEqual({ remark: expect.stringContaining('***') });
  for (const kept of ['138****1234', '4400**********1234', 'a***@example.com', '****', '']) expect(refusal({ remark: kept }), kept).toBeNull();
  expect(refusal({ password: 'a***b' })).toBeNull();
  expect(refusal({ remark: '***' }, [])).toBeNull();
  expect(refusal({ name: '***' }, ['amount'], '/partner/user/rename')).toBeNull();
});
