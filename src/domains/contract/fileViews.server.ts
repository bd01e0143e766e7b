import { shownSeal } from '~/domains/seal/use.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { bytesOf, findTenantFile } from '~/server/files.server';
import { stampRoots } from '~/server/pdf/configuredStamps.server';
import { verifyPdf } from '~/server/pdf/verify.server';
import type { FileAnswer } from '~/server/serve.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import type { FileVerdict } from '~/shared/signatureVerdict';
import { trustOf } from './identity.server';
import { drawUp, textOf } from './paper.server';
import { sealLook } from './sealPort.server';
import { revisionBytes, signersOf } from './store.server';
import { contractsOf } from './views.server';

/** The file: of a draft as it would be now, else a revision of it, the newest unless told. */
export async function contractFile(
  tx: Tx,
  me: Me,
  { id, revision, download }: { id: string; revision?: number | undefined; download: string },
  now: Date,
): Promise<FileAnswer> {
  const row = await contractsOf(tx, me).selectAll('ct_contract').where('ct_contract.id', '=', id).executeTakeFirst();
  if (!row) return notFound('该合同');
  const inline = download !== 'true';
  if (row.status === 'DRAFT' && revision === undefined)
    return { name: `${row.no}草稿.pdf`, mime: 'application/pdf', bytes: (await drawUp(tx, me, row, now, { draft: true })).bytes, inline };
  const found = await tx
    .selectFrom('ct_revision')
    .select(['file_key', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where('contract_id', '=', id)
    .where('no', '=', revision ?? row.revision_no)
    .executeTakeFirst();
  if (!found) return notFound('该版本的合同文件');
  return {
    name: `${row.no}${row.status === 'DONE' ? '' : `-第${found.no}版`}.pdf`,
    mime: 'application/pdf',
    bytes: await bytesOf(await findTenantFile(tx, me.tenantId, found.file_key)),
    inline,
  };
}

/** 验签 of the newest revision as it is stored: what the public page says of the same file. */
export async function contractVerdict(tx: Tx, me: Me, { id }: { id: string }): Promise<FileVerdict> {
  const row = await contractsOf(tx, me).selectAll('ct_contract').where('ct_contract.id', '=', id).executeTakeFirst();
  if (!row) return notFound('该合同');
  const file = await revisionBytes(tx, me, id, row.revision_no);
  if (!file) return refuse('BAD_STATE', `合同${row.no}还是草稿，没有可验证的文件`);
  if (!file.intact) refuse('CONTRACT_STATE', `合同${row.no}保存的文件与登记的指纹不一致，可能被改动，请联系管理员核查`);
  return verifyPdf(file.bytes, { ...(await trustOf(tx)), stampRoots: stampRoots() });
}

/** A draft's text with its values, and what is still missing. */
export async function contractPreview(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const doc = await contractsOf(tx, me).selectAll('ct_contract').where('ct_contract.id', '=', id).executeTakeFirst();
  if (!doc?.template_id) return notFound('该合同的模板');
  const { title, blocks, missing } = await textOf(tx, me, doc, shanghaiDate(now));
  return { title, blocks, problems: missing.map((label) => `缺少“${label}”`) };
}

/** Where seals stand on a draft's pages, for dragging them. */
export async function contractPlaces(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const doc = await contractsOf(tx, me).selectAll('ct_contract').where('ct_contract.id', '=', id).executeTakeFirst();
  if (!doc) return notFound('该合同');
  const { boxes, pages } = await drawUp(tx, me, doc, now, { draft: true });
  const signers = await signersOf(tx, me, id);
  const places = [];
  for (const one of signers) {
    const { field: _, ...place } = boxes.find((box) => box.field === one.field) ?? { field: '', page: 0, x: 70, y: 70, width: 116, height: 116 };
    // Of a person's seal nobody knows yet whose it will be.
    const seal = one.seal_kind === 'PERSON' || one.seal_kind === 'LEGAL' ? { shapes: [], picture: '' } : shownSeal(await sealLook(tx, me, one, ''));
    places.push({ signerId: one.id, roleName: one.role_name, place, seal });
  }
  return { pages, places };
}
