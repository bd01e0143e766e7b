import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { bytesOf, findTenantFile } from '~/server/files.server';
import type { FileAnswer } from '~/server/serve.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { drawUp, textOf } from './paper.server';
import { signersOf } from './store.server';
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
  return {
    pages,
    places: signers.map((one) => {
      const { field: _, ...place } = boxes.find((box) => box.field === one.field) ?? { field: '', page: 0, x: 70, y: 70, width: 116, height: 116 };
      return { signerId: one.id, roleName: one.role_name, place };
    }),
  };
}
