import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type EmbeddedFont, PDF } from '@libpdf/core';
import { refuse } from '~/shared/refusal';

const FONT_FILE = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf';

interface Face {
  bytes: Uint8Array;
  font: EmbeddedFont;
}
const shared = globalThis as { portalFace?: Face };

/** The one font of every document (Noto Sans SC, OFL): read once, measured and looked up in from here; each document embeds what it uses. */
export function face(): Face {
  shared.portalFace ??= readFace();
  return shared.portalFace;
}

function readFace(): Face {
  const bytes = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(FONT_FILE)));
  return { bytes, font: PDF.create().embedFont(bytes) };
}

const RADICALS = /[\u2e80-\u2fdf\uf900-\ufaff]/g;
const UNSEEN = /(?![\t\r\n])[\p{Cc}\p{Cf}\u2028\u2029\p{Variation_Selector}]/gu;

/**
 * A text as it is set: radicals and compatibility forms (which look like their character and share its glyph, so that copied text would not be
 * what was typed) become the character, what cannot be seen is left out.
 */
export const setText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(RADICALS, (sign) => sign.normalize('NFKC'))
    .replace(UNSEEN, '')
    .replace(/[\t\u00a0]/g, ' ');

/** The characters the font cannot draw, each once. */
export function uncovered(text: string): string[] {
  const { font } = face();
  return [...new Set(setText(text).replace(/[\r\n]/g, ''))].filter((sign) => !font.canEncode(sign));
}

/** Refuses a document that would have empty boxes in it: `what` is 经销商名称, 第三条… */
export function assertCovered(what: string, text: string): void {
  const missing = uncovered(text);
  if (missing.length > 0) refuse('PDF_GLYPH', `${what}中的“${missing.slice(0, 20).join('”“')}”在文件字体中没有字形，无法生成，请改用同音或规范写法后再试`);
}

/** Points a text takes at a size. */
export function widthOf(text: string, size: number): number {
  const { font } = face();
  let units = 0;
  for (const sign of text) units += font.getWidth(sign.codePointAt(0) as number);
  return (units * size) / 1000;
}
