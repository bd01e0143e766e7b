import { readFileSync } from 'node:fs';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { uncovered } from '~/server/pdf/font.server';
import { renderPaper } from '~/server/pdf/render.server';
import type { Paper } from '~/shared/paper';
import { signingDay } from '../../support/signers';

/** Of the 8,105 characters of the national standard those beyond the first plane and in its extension; all others stand between 一 and 龥. */
const RARE = [...readFileSync('tests/support/rareStandardCharacters.txt', 'utf8').trim()];
const COMMON = Array.from({ length: 0x9fa5 - 0x4e00 + 1 }, (_, at) => String.fromCodePoint(0x4e00 + at));
const A_PAGE = 900;

test('every character of the national standard is drawn, and the text layer gives each back in its place', async () => {
  const all = [...COMMON, ...RARE];
  expect(uncovered(all.join(''))).toEqual([]);
  const pages = Array.from({ length: Math.ceil(all.length / A_PAGE) }, (_, at) => all.slice(at * A_PAGE, (at + 1) * A_PAGE).join(''));
  const blocks: Paper['blocks'] = pages.flatMap((text) => [{ kind: 'text', text } as const, { kind: 'newPage' } as const]);
  const { bytes } = await renderPaper({ title: '名单', blocks }, '名单', signingDay);
  const found = (await PDF.load(bytes)).extractText().map((page) => page.text.replace(/\s/g, ''));
  for (const [at, text] of pages.entries()) expect(found[at]).toContain(text);
}, 60_000);

test('one the font lacks is named, with the document it stands in, and nothing is drawn', async () => {
  const drawn = renderPaper({ title: '授信协议', blocks: [{ kind: 'text', text: '乙方法定代表人𠮷野家' }] }, '乙方名称', signingDay);
  await expect(drawn).rejects.toMatchObject({ code: '420001', message: expect.stringMatching(/乙方名称中的“𠮷”在文件字体中没有字形.*请改用/) });
});
