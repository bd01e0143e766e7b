import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { bytesOf, findTenantFile } from '~/server/files.server';
import { assertCovered } from '~/server/pdf/font.server';
import { renderPaper } from '~/server/pdf/render.server';
import { shanghaiDate } from '~/shared/dates';
import type { Block as PaperBlock, SealBox } from '~/shared/paper';
import { refuse } from '~/shared/refusal';
import type { SealPlace } from './contract';
import { fillingOf } from './draft.server';
import { type Filled, fillBlocks, missingValues } from './fill';
import { type Contract, docs, type SignerRow, signersOf } from './store.server';
import { allVariables, templateBody } from './templates.server';
import { pagesOf } from './upload.server';
import { tableShapes } from './variables';

export interface DrawnUp {
  bytes: Uint8Array;
  pages: number;
  /** Where each signer's seal stands. */
  boxes: SealBox[];
}

/** The text of a contract with its values, and what is still missing. */
export async function textOf(tx: Tx, me: Me, doc: Contract, day: string) {
  const body = await templateBody(tx, me, doc.template_id ?? '', doc.template_no ?? undefined);
  const variables = allVariables(body.kind, body.fields);
  const filling = await fillingOf(tx, me, doc, day);
  const gaps = missingValues(body.blocks, variables, filling);
  const empty = body.fields.filter((one) => one.required && !filling.values[one.label]).map((one) => one.label);
  return { title: body.title, blocks: fillBlocks(body.blocks, variables, tableShapes, filling), missing: [...new Set([...gaps, ...empty])], filling };
}

/** The unsigned file, as it would go to the signers now. A gap in the text is allowed while it is only looked at. */
export async function drawUp(tx: Tx, me: Me, doc: Contract, now: Date, { draft = false } = {}): Promise<DrawnUp> {
  const signers = await signersOf(tx, me, doc.id);
  if (doc.source === 'UPLOAD') return uploaded(tx, me, doc, signers);
  const { title, blocks, missing, filling } = await textOf(tx, me, doc, shanghaiDate(now));
  if (missing.length && !draft)
    refuse('CONTRACT_RULE', `${docs.title(doc)}还缺少：${missing.slice(0, 8).join('、')}。请编辑合同补齐${missing.length > 8 ? '等' : ''}后再提交`);
  nameUndrawable(docs.title(doc), JSON.stringify(blocks), { ...filling.values, 合同名称: doc.title });
  const drawn = await renderPaper(
    {
      title,
      number: `合同编号：${doc.no}`,
      head: doc.title,
      foot: doc.no,
      blocks: [...blocks.map(onPaper), { kind: 'signing', parties: signers.map(partyOf) }],
    },
    docs.title(doc),
    now,
  );
  return { bytes: drawn.bytes, pages: drawn.pages, boxes: signers.flatMap((one) => boxOf(one, drawn.boxes)) };
}

/** Says in which entry a character without a glyph stands; of the text as a whole only the character would be told. */
function nameUndrawable(what: string, text: string, entries: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(entries)) if (label === '合同名称' || text.includes(value)) assertCovered(`${what}的${label}`, value);
}

async function uploaded(tx: Tx, me: Me, doc: Contract, signers: readonly SignerRow[]): Promise<DrawnUp> {
  const bytes = await bytesOf(await findTenantFile(tx, me.tenantId, doc.upload_key ?? ''));
  const pages = await pagesOf(bytes, docs.title(doc));
  const last = pages.length - 1;
  const size = pages[last] ?? { width: 595, height: 842 };
  const boxes = signers.map((one, at): SealBox => {
    const place = one.place as unknown as SealPlace | null;
    if (place && place.page > last)
      refuse('CONTRACT_FILE', `${docs.title(doc)}的文件只有${pages.length}页，${one.role_name}的盖章位置在第${place.page + 1}页，请重新设置`);
    // Unless it was dragged somewhere: side by side at the foot of the last page.
    const side = Math.min(116, size.width / 3, size.height / 3);
    const step = Math.max(side, (size.width - 140 - side) / 2);
    const within = (value: number, most: number) => Math.max(0, Math.min(value, most - side));
    const beside = { x: within(70 + (at % 3) * step, size.width), y: within(70 + Math.floor(at / 3) * (side + 14), size.height) };
    return { field: one.field, ...(place ?? { page: last, ...beside, width: side, height: side }) };
  });
  return { bytes, pages: pages.length, boxes };
}

function boxOf(signer: SignerRow, found: readonly SealBox[]): SealBox[] {
  const place = signer.place as unknown as SealPlace | null;
  if (place) return [{ field: signer.field, ...place }];
  return found.filter((box) => box.field === signer.field);
}

const partyOf = (signer: SignerRow) => ({
  role: `${signer.role_name}（${signer.seal_kind === 'PERSON' ? '签名' : '盖章'}）`,
  name: signer.org_name,
  lines: ['签署日期：以电子签名时间为准'],
  field: signer.field,
});

function onPaper(block: Filled): PaperBlock {
  if (block.kind === 'TABLE')
    return {
      kind: 'table',
      columns: block.columns.map((one) => ({ title: one.title, align: one.right ? 'right' : 'left', share: shareOf(one.title) })),
      rows: block.rows,
    };
  if (block.kind === 'CLAUSE') return { kind: 'clause', title: block.text };
  return { kind: 'text', text: block.text, ...(block.kind === 'NOTE' ? { small: true, indent: false } : {}) };
}
const shareOf = (title: string): number => (title === '序号' ? 0.5 : title === '商品' ? 3 : 1);
