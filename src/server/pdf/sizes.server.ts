import { PDF } from '@libpdf/core';

export type Sizes = { pages: { width: number; height: number }[] } | { problem: 'BROKEN' | 'LOCKED' };

/** How large the pages of a file are, if it can be read at all. */
export async function sizesOf(bytes: Uint8Array): Promise<Sizes> {
  try {
    const pdf = await PDF.load(bytes);
    if (pdf.isEncrypted) return { problem: 'LOCKED' };
    return { pages: pdf.getPages().map(({ width, height }) => ({ width, height })) };
  } catch {
    return { problem: 'BROKEN' };
  }
}
