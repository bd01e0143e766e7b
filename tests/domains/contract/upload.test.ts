import '~/domains/contract/api.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/contract/calls';
import { trustOf } from '~/domains/contract/identity.server';
import type { Me } from '~/portal/me';
import { saveFile } from '~/server/files.server';
import { verifyPdf } from '~/server/pdf/verify.server';
import type { InputOf } from '~/shared/endpoint';
import { makeMember } from '../../support/app';
import { ask } from '../../support/catalogue';
import { both, signAt } from '../../support/contracts';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Market, openMarket } from '../../support/order';
import { rawPdf } from '../../support/rawPdf';
import { as } from '../../support/stock';

const opened = await testDatabase();
let market: Market;
let maker: Me;
let boss: Me;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  maker = (await makeMember(1n, '经办', 'admin')).me;
  boss = (await makeMember(1n, '主管', 'admin')).me;
});

type Input = InputOf<typeof calls.contractSave>;
async function uploaded(bytes: Uint8Array, change: Partial<Input> = {}) {
  const { key } = await as(opened, maker, (tx) => saveFile(tx, maker, { name: '合同.pdf', bytes, biz: 'ATTACHMENT' }));
  return ask(maker, calls.contractSave, {
    kind: 'OTHER',
    source: 'UPLOAD',
    uploadKey: key,
    title: '上传的协议',
    customerId: market.customers[0],
    deadline: '2026-12-31',
    riding: true,
    signers: both,
    ...change,
  });
}
const decided = async ({ id, version }: { id: string; version: number }) => {
  const asked = await ask(maker, calls.contractStart, { id, version });
  await ask(boss, calls.contractDecide, { id, version: asked.version, pass: true });
};
const fileOf = async (id: string) => new Uint8Array(((await ask(maker, calls.contractFile, { id })) as { bytes: Uint8Array }).bytes);

test('a finished file is signed by both where their seals were dragged to, turned pages and all', async () => {
  const made = await uploaded(rawPdf({ page: '/Rotate 90', pages: 3 }));
  const { pages, places } = await ask(maker, calls.contractPlaces, { id: made.id });
  expect([pages, places.map((one) => one.place.page)]).toEqual([3, [2, 2]]);
  // The shown page is 842 wide: beyond what it would be upright.
  const moved = await ask(maker, calls.contractPlace, {
    id: made.id,
    version: made.version,
    places: places.map(({ signerId }, at) => ({ signerId, place: { page: 1, x: 500 + at * 120, y: 300, width: 116, height: 116 } })),
  });
  await decided(moved);
  await signAt(opened, boss, { maker, id: made.id, seq: 1 });
  await signAt(opened, market.dealer(market.customers[0]), { maker, id: made.id, seq: 2 });
  const trust = await opened.inTenant({ tenantId: 1n }, (tx) => trustOf(tx));
  expect(await verifyPdf(await fileOf(made.id), trust)).toMatchObject({ state: 'VALID', signatures: [{ state: 'VALID' }, { state: 'VALID' }] });
});

test('a file that is signed already, locked, damaged or none is refused by its fault when it is chosen', async () => {
  const made = await uploaded(rawPdf());
  await decided(made);
  // What was drawn up here has places for seals, and later signatures.
  await expect(uploaded(await fileOf(made.id))).rejects.toThrow('已有电子签名或签名位置');
  await signAt(opened, boss, { maker, id: made.id, seq: 1 });
  await expect(uploaded(await fileOf(made.id))).rejects.toThrow('已有电子签名或签名位置');
  await expect(uploaded(rawPdf().slice(0, 200))).rejects.toThrow('没有页面');
  await expect(uploaded(Buffer.from('%PDF-1.4 nothing'))).rejects.toThrow('已损坏');
});

test('a seal dragged off what is shown of a page is not sent to the signers', async () => {
  const made = await uploaded(rawPdf({ page: '/CropBox [100 200 400 500]' }));
  const { places } = await ask(maker, calls.contractPlaces, { id: made.id });
  const moved = await ask(maker, calls.contractPlace, {
    id: made.id,
    version: made.version,
    places: places.map(({ signerId }) => ({ signerId, place: { page: 0, x: 290, y: 10, width: 116, height: 116 } })),
  });
  await expect(ask(maker, calls.contractStart, { id: made.id, version: moved.version })).rejects.toThrow('超出了第1页的可见范围');
});

test('a company whose seal cannot be drawn is named to whoever drafts, before anybody is asked to sign', async () => {
  const made = await uploaded(rawPdf());
  await opened.pool.query("update ct_signer set org_name = '𠮷田建材有限公司' where contract_id = $1 and seq = 2", [made.id]);
  await expect(ask(maker, calls.contractStart, { id: made.id, version: made.version })).rejects.toThrow('乙方“𠮷田建材有限公司”的名称中的“𠮷”');
  await opened.pool.query('update ct_signer set org_name = $2 where contract_id = $1 and seq = 2', [made.id, '长'.repeat(41)]);
  await expect(ask(maker, calls.contractStart, { id: made.id, version: made.version })).rejects.toThrow('印章名称应为1至40个字');
});
