import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { resetVisits } from '~/domains/onboarding/visit.server';
import { guard } from '~/portal/guard';
import { screenOf } from '~/portal/screens';
import { asVisitor } from '~/portal/visit';
import { database } from '~/server/db.server';
import { admit, servedCalls } from '~/server/serve.server';
import { Refusal } from '~/shared/refusal';
import { browser } from '../../support/account';
import { makeMember, makeTenant, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

const visit = '/partner/user/visitDemo';

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '演示工厂');
  await database().pool.query("update tenant set code = 'QINGYU', apps = '{order}' where id = $1", [TENANT_A]);
});

describe('a visit of the demo company', () => {
  it('shows its orders without an account, and can change nothing', async () => {
    const at = browser();
    const entered = await at.post(visit, {});
    expect(entered.code, entered.message).toBe('0');
    expect((await at.get('/partner/user/info')).data).toMatchObject({ name: '访客', isAdmin: false, preview: { visit: true } });
    expect((await at.get('/partner/business/workbench')).code).toBe('0');
    const refused = await at.post('/saas-boss/customer/create', { name: '客户', customerType: '2', contactMobile: '13912345678' });
    expect(refused.data.reason).toBe('PREVIEW');
    expect((await at.post('/partner/user/endPreview', {})).data.reason).toBe('PREVIEW');
    expect((await at.get('/partner/user/security')).code).not.toBe('0');
  });

  it('is refused every call that is not a reading one, whatever rights its account has', async () => {
    const { me } = await makeMember(TENANT_A, '管理员', 'admin');
    const visitor = asVisitor(me);
    const changing = servedCalls().filter(({ endpoint }) => !endpoint.options.reads && endpoint.access.kind !== 'anyone');
    expect(changing.length).toBeGreaterThan(100);
    const admitted = changing.filter(({ endpoint }) => {
      try {
        admit(visitor, endpoint);
        return true;
      } catch (error) {
        return !(error instanceof Refusal && error.data.reason === 'PREVIEW');
      }
    });
    expect(admitted.map(({ endpoint }) => endpoint.path)).toEqual([]);
    expect(guard(visitor, screenOf('/portal/account/security'))).toBe('forbidden');
  });

  it('ends at night', async () => {
    const at = browser();
    await at.post(visit, {});
    expect(await resetVisits(database())).toBe(1);
    expect((await at.get('/partner/user/info')).code).toBe('100000004');
  });
});
