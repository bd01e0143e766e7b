import { beforeAll, expect, it, vi } from 'vitest';
import { formOf, jsonOf } from '~/server/body.server';
import { Refusal } from '~/shared/refusal';
import { makeMember, makeTenant, type Person, send, TENANT_A } from '../support/app';
import { testDatabase } from '../support/database';

let admin: Person;
beforeAll(async () => {
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
});

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const posted = (body: string, headers: Record<string, string>): Request => new Request('https://portal.test/web/x', { method: 'POST', body, headers });
const said = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error) => (error instanceof Refusal ? error.message : `${error}`),
  );

it.each([
  ['brackets in brackets', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, '提交内容的层级超过40层'],
  ['members in members', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, '提交内容的层级超过40层'],
  ['a list of small things', `[${'{},'.repeat(300_000)}1]`, '提交内容超过20万项，请减少后重试'],
  ['an object of small things', `{${'"a":1,'.repeat(300_000)}"b":1}`, '提交内容超过20万项，请减少后重试'],
])('%s are refused before anything is built of them', async (_, body, message) => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(await said(jsonOf(posted(body, JSON_TYPE)))).toBe(message);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

it('takes signs within texts for text, however they are escaped', async () => {
  const texts = ['[{'.repeat(1000), ','.repeat(300_000), '\\', '"', '\\"[', ']]}}'];
  expect(await jsonOf(posted(JSON.stringify({ texts }), JSON_TYPE))).toEqual({ texts });
  expect(await jsonOf(posted('', JSON_TYPE))).toEqual({});
  expect(await said(jsonOf(posted('{"a":"', JSON_TYPE)))).toContain('SyntaxError');
});

it('takes a form apart only where it has as many fields as forms have', async () => {
  const parts = (count: number): string => `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx&y\r\n'.repeat(count)}--b--\r\n`;
  const many = '提交内容超过200项，请减少后重试';
  for (const more of ['', '; boundary=b'])
    expect(await said(formOf(posted('a=1&'.repeat(1000), { 'content-type': `${FORM_TYPE['content-type']}${more}` })))).toBe(many);
  for (const type of ['multipart/form-data; boundary=b', 'multipart/form-data; boundary=b ; x=1', 'multipart/form-data; charset=utf-8; Boundary="b"'])
    expect(await said(formOf(posted(parts(300), { 'content-type': type })))).toBe(many);
  expect({ ...((await formOf(posted(parts(3), { 'content-type': 'multipart/form-data; boundary=b' }))) as object) }).toEqual({ a: 'x&y' });
  expect({ ...((await formOf(posted('a=1&b=2', FORM_TYPE))) as object) }).toEqual({ a: '1', b: '2' });
});

it('answers such a body by a sentence, whoever sends it', async () => {
  const list = await send('POST', '/saas-ofc/org/order/page', `{"orderNo":[${'1,'.repeat(300_000)}1]}`, admin);
  expect([list.status, list.message]).toEqual([200, '提交内容超过20万项，请减少后重试']);
  const form = await send('POST', '/saas-contract/contract/verify', 'a=1&'.repeat(1000), null, FORM_TYPE);
  expect(form.message).toBe('提交内容超过200项，请减少后重试');
});
