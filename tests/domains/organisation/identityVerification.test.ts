import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as fileCalls from '~/domains/file/calls';
import * as calls from '~/domains/identityVerification/calls';
import { ROLE_MANAGE } from '~/portal/permissions';
import type { Endpoint, InputOf } from '~/shared/endpoint';
import { idCardCheckCharacter } from '~/shared/identifiers';
import { NO_PERMISSION, NOT_FOUND } from '~/shared/refusal';
import { type Envelope, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { decisionsOn } from '../../support/approvals';
import { usccOf } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';

let applicant: Person;
let operator: Person;
const CARD = `33010619780512301${idCardCheckCharacter('33010619780512301')}`;

beforeAll(async () => {
  await testDatabase();
});
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '平台');
  await (await testDatabase()).pool.query('update tenant set operator = true where id = $1', [TENANT_B]);
  applicant = await makeMember(TENANT_A, '甲厂管理员', 'admin');
  operator = await makeMember(TENANT_B, '审核员', 'admin');
});

const say = <E extends Endpoint>(person: Person | null, endpoint: E, input: InputOf<E>): Promise<Envelope> =>
  send(endpoint.method, endpoint.path, input, person);
async function done<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>) {
  const answer = await say(person, endpoint, input);
  expect(answer.code, answer.message).toBe('0');
  return answer.data;
}

async function picture(person: Person): Promise<{ key: string }> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], '营业执照.png', { type: 'image/png' }));
  form.append('biz', 'ATTACHMENT');
  const answer = await send('POST', fileCalls.fileUpload.path, form, person);
  expect(answer.code, answer.message).toBe('0');
  return { key: answer.data.fileKey };
}

const company = (file: { key: string }, change: object = {}) => ({
  kind: 'ENTERPRISE' as const,
  companyName: '甲厂建材有限公司',
  uscc: usccOf(1),
  personName: '林知远',
  idCard: CARD,
  bankName: '招商银行杭州分行',
  bankAccount: '5719 0622 4810 801',
  attachments: [file],
  ...change,
});
const standing = async () => (await done(applicant, calls.identityVerificationMine, {})).enterprise.standing;
const waiting = async () => (await done(operator, calls.reviewQueue, { status: 'PENDING' })).pagedRecords[0];

describe('real-name authentication', () => {
  it('goes 未认证, 待审核, 已驳回, 待审核, 已认证, 变更中, and the valid one counts until the change is accepted', async () => {
    const file = await picture(applicant);
    expect(await standing()).toBe('NONE');
    await done(applicant, calls.identityVerificationSubmit, company(file));
    expect(await standing()).toBe('PENDING');
    expect((await say(applicant, calls.identityVerificationSubmit, company(file))).message).toContain('已有申请正在审核');
    const row = await waiting();
    const at = { tenantId: row.tenantId, id: row.id };
    expect((await say(operator, calls.reviewDecide, { ...at, version: 1, pass: false })).data.fields.reason).toContain('请填写驳回原因');
    await done(operator, calls.reviewDecide, { ...at, version: 1, pass: false, reason: '照片不清晰' });
    expect(await standing()).toBe('REJECTED');
    expect((await say(operator, calls.reviewDecide, { ...at, version: 2, pass: true })).message).toContain('已审核');
    expect(await decisionsOn(await testDatabase(), row.id)).toEqual([`1 REJECT ${operator.me.name} 照片不清晰`]);
    await done(applicant, calls.identityVerificationSubmit, company(file));
    const second = await waiting();
    await done(operator, calls.reviewDecide, { tenantId: second.tenantId, id: second.id, version: 1, pass: true });
    expect(await standing()).toBe('APPROVED');
    await done(applicant, calls.identityVerificationSubmit, company(file, { companyName: '甲厂新材料有限公司' }));
    expect(await standing()).toBe('CHANGING');
    const third = await waiting();
    await done(operator, calls.reviewDecide, { tenantId: third.tenantId, id: third.id, version: 1, pass: true });
    const { applications } = (await done(applicant, calls.identityVerificationMine, {})).enterprise;
    expect(applications.map((one: { status: string }) => one.status)).toEqual(['APPROVED', 'REPLACED', 'REJECTED']);
    const info = await done(applicant, calls.openInfo, {});
    expect(info).toMatchObject({ standing: 'APPROVED', uscc: usccOf(1) });
    expect(info.quotas[0]).toMatchObject({ name: '企业账号', used: 1, limit: 50 });
  });

  it('names every wrong number', async () => {
    const answer = await say(
      applicant,
      calls.identityVerificationSubmit,
      company({ key: 'x' } as never, { uscc: `${usccOf(1).slice(0, 17)}!`, idCard: '330106197805123010', attachments: [] }),
    );
    expect(answer.data.fields).toMatchObject({
      uscc: expect.stringContaining('统一社会信用代码'),
      idCard: expect.stringContaining('校验位'),
      attachments: expect.stringContaining('营业执照'),
    });
  });

  it('keeps numbers sealed and masked; the reviewer’s look is written down', async () => {
    await done(applicant, calls.identityVerificationSubmit, company(await picture(applicant)));
    const { pool } = await testDatabase();
    const stored = (await pool.query('select id_card, bank_account from real_name')).rows[0];
    expect(stored.id_card).toMatch(/^v1\./);
    expect(stored.bank_account).toMatch(/^v1\./);
    const row = await waiting();
    expect(row).toMatchObject({
      idCard: '330106********3012'.length === row.idCard.length ? expect.stringContaining('********') : '',
      bankAccount: expect.stringContaining('****'),
    });
    const at = { tenantId: row.tenantId, id: row.id };
    expect(await done(operator, calls.reviewReveal, at)).toMatchObject({ idCard: CARD, bankAccount: '571906224810801' });
    const log = await pool.query("select action from audit_log where tenant_id = $1 and subject_type = 'real_name' order by at", [TENANT_A]);
    expect(log.rows.map((one) => one.action)).toContain('平台查看完整证件号');
    const detail = await done(operator, calls.reviewDetail, at);
    const document = await send('GET', calls.reviewDocument.path, { ...at, fileKey: detail.documents[0].key }, operator);
    expect(document.headers.get('content-type')).toBe('image/png');
  });

  it('is decided by the platform alone, and by nobody for themselves', async () => {
    await done(applicant, calls.identityVerificationSubmit, company(await picture(applicant)));
    const row = await waiting();
    const at = { tenantId: row.tenantId, id: row.id };
    expect((await done(applicant, calls.reviewQueue, {})).totalCount).toBe(0);
    for (const answer of [
      await say(applicant, calls.reviewDetail, at),
      await say(applicant, calls.reviewReveal, at),
      await say(applicant, calls.reviewDecide, { ...at, version: 1, pass: true }),
      await send('GET', calls.reviewDocument.path, { ...at, fileKey: `${row.id}.png` }, applicant),
    ])
      expect(answer.code).toBe(NOT_FOUND);
    const clerk = await makeMember(TENANT_B, '无权', [ROLE_MANAGE]);
    expect((await say(clerk, calls.reviewQueue, {})).code).toBe(NO_PERMISSION);
    await done(operator, calls.identityVerificationSubmit, company(await picture(operator), { uscc: usccOf(2) }));
    const own = (await done(operator, calls.reviewQueue, { status: 'PENDING' })).pagedRecords.find((one: { tenantName: string }) => one.tenantName === '平台');
    const self = await say(operator, calls.reviewDecide, { tenantId: own.tenantId, id: own.id, version: 1, pass: true });
    expect(self.message).toContain('不能审核自己提交的申请');
    expect((await done(operator, calls.reviewDetail, at)).sameCard).toHaveLength(1);
  });

  it('is withdrawn while it waits, by its own company only', async () => {
    const { id } = await done(applicant, calls.identityVerificationSubmit, company(await picture(applicant)));
    expect((await say(operator, calls.identityVerificationWithdraw, { id, version: 1 })).code).toBe(NOT_FOUND);
    await done(applicant, calls.identityVerificationWithdraw, { id, version: 1 });
    expect(await standing()).toBe('NONE');
    expect(await decisionsOn(await testDatabase(), id)).toEqual([`1 WITHDRAW ${applicant.me.name}`]);
  });
});

describe('companies of one group', () => {
  const TENANT_C = 1003n;
  let below: Person;
  beforeEach(async () => {
    await makeTenant(TENANT_C, '甲厂的子公司');
    below = await makeMember(TENANT_C, '子公司管理员', 'admin');
  });
  const codeOf = async (tenant: bigint) => (await (await testDatabase()).pool.query('select code from tenant where id = $1', [tenant])).rows[0].code;
  const put = async (tenant: bigint, parent: bigint | null) =>
    say(operator, calls.companyGroupSave, { tenantId: tenant.toString(), parentCode: parent ? await codeOf(parent) : '' });

  it('are put below each other by the operator, seen from above and from themselves, and by nobody else', async () => {
    expect((await say(applicant, calls.companyGroupSave, { tenantId: TENANT_C.toString(), parentCode: await codeOf(TENANT_A) })).code).not.toBe('0');
    expect((await put(TENANT_C, TENANT_A)).code).toBe('0');
    const son = { tenantId: TENANT_C.toString(), tenantCode: await codeOf(TENANT_C), tenantName: '甲厂的子公司' };
    expect((await done(applicant, calls.companySons, {})).sons).toEqual([son]);
    expect((await done(applicant, calls.companySons, { tenantId: TENANT_C.toString() })).sons).toEqual([]);
    expect((await done(below, calls.openInfo, {})).parent?.tenantName).toBe('甲厂');
    expect((await done(applicant, calls.openInfo, {})).sons).toEqual([son]);
    for (const tenant of [TENANT_A, TENANT_B, 999_999n]) expect((await say(below, calls.companySons, { tenantId: tenant.toString() })).code).toBe(NOT_FOUND);
    const { rows } = await (await testDatabase()).pool.query('select tenant_id, action from audit_log where action = $1', ['平台设置上级企业']);
    expect(rows.map(({ tenant_id }) => String(tenant_id))).toEqual([TENANT_C.toString()]);
  });

  it('form no circle and name no company that is not there', async () => {
    await put(TENANT_C, TENANT_A);
    expect((await put(TENANT_A, TENANT_C)).message).toBe('“甲厂的子公司”是“甲厂”的下级企业，不能作为其上级');
    expect((await put(TENANT_A, TENANT_A)).message).toBe('上级企业不能是该企业自己');
    expect((await say(operator, calls.companyGroupSave, { tenantId: TENANT_C.toString(), parentCode: 'NOBODY' })).message).toBe('没有编号为NOBODY的企业');
    expect((await put(TENANT_C, null)).code).toBe('0');
    expect((await done(applicant, calls.companySons, {})).sons).toEqual([]);
  });

  it('know which modules are open', async () => {
    const { applications } = await done(below, calls.tenantApplications, {});
    const { rows } = await (await testDatabase()).pool.query('select apps from tenant where id = $1', [TENANT_C]);
    expect(applications.filter((one: { open: boolean }) => one.open)).toHaveLength(rows[0].apps.length);
    expect(applications.find((one: { tag: string }) => one.tag === 'supply_chain')).toMatchObject({ name: '订单管家', expiresOn: '' });
  });
});
