import { PDF } from '@libpdf/core';
import { viewOf } from './pageView.server';

export type Sizes = { pages: { width: number; height: number }[] } | { problem: 'BROKEN' | 'LOCKED' | 'SIGNED' };

/** How large the pages of a file are as they are shown, if it can be read at all and nobody signed it yet: setting seals would break that signature. */
export async function sizesOf(bytes: Uint8Array): Promise<Sizes> {
  try {
    const pdf = await PDF.load(bytes);
    if (pdf.isEncrypted) return { problem: 'LOCKED' };
    const fields = pdf.getForm()?.getSignatureFields() ?? [];
    if (fields.some((one) => one.isSigned() || OURS.test(one.name))) return { problem: 'SIGNED' };
    return {
      pages: pdf
        .getPages()
        .map((page) => viewOf(pdf, page))
        .map(({ width, height }) => ({ width, height })),
    };
  } catch {
    return { problem: 'BROKEN' };
  }
}

/** Places for our own seals, in a file that was drawn up here and not signed. */
const OURS = /^Sign\d+$/;
