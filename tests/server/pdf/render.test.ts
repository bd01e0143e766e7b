import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines } from '~/server/pdf/breakLines';
import { setText, uncovered, widthOf } from '~/server/pdf/font.server';
import { renderPaper } from '~/server/pdf/render.server';
import type { Paper } from '~/shared/paper';
import { longContract } from '../../support/papers';

const now = new Date('2026-03-02T02:00:00Z');
const bare = (text: string): string => text.replace(/\s/g, '');
const paper = (text: string): Paper => ({ title: '还款承诺书', blocks: [{ kind: 'text', text }] });
const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await PDF.load(bytes))
    .extractText()
    .map((page) => page.text)
    .join('\n');
const poppler = spawnSync('pdftotext', ['-v']).status === 0;

describe('rendering', () => {
  it('sets a ten-page contract in under a second, kept small by embedding what is used', async () => {
    await renderPaper(paper('暖'), '承诺书', now);
    const started = performance.now();
    const { bytes, pages, boxes } = await renderPaper(longContract(), '合同', now);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(pages).toBeGreaterThanOrEqual(10);
    expect(bytes.length).toBeLessThan(60_000);
    expect(boxes.map(({ field, page }) => [field, page])).toEqual([
      ['seal-1', pages - 1],
      ['seal-2', pages - 1],
    ]);
  });

  it('carries the text that went in, character by character', async () => {
    const words = '甲方同意授予乙方赊销额度人民币壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分（¥1,234,567.89），账期30天。';
    const { bytes } = await renderPaper(paper(words), '承诺书', now);
    expect(bare(await textOf(bytes))).toContain(bare(words));
    if (!poppler) return;
    const file = join(mkdtempSync(join(tmpdir(), 'pdf-')), 'a.pdf');
    writeFileSync(file, bytes);
    expect(bare(execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }))).toContain(bare(words));
  });

  it('refuses what it cannot draw, by character, and sets radicals as the characters they look like', async () => {
    await expect(renderPaper(paper('承诺人：𠮷野'), '承诺书', now)).rejects.toMatchObject({ code: '420001', message: expect.stringContaining('“𠮷”') });
    expect(uncovered('㼆𠮷𠮷')).toContain('𠮷');
    expect(setText('⼀⼈豈\u200b龟')).toBe('一人豈龟'.normalize('NFC'));
  });

  it('draws every character of names: no two of one document share a glyph', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0x4e00, max: 0x9fa5 }), { minLength: 1, maxLength: 60 }), async (codes) => {
        const words = codes.map((code) => String.fromCodePoint(code)).join('');
        expect(uncovered(words)).toEqual([]);
        const { bytes } = await renderPaper(paper(words), '承诺书', now);
        expect(bare(await textOf(bytes))).toContain(words);
      }),
      { numRuns: 15 },
    );
  });

  it('breaks lines without losing a character, none wider than its room but for what cannot be parted, punctuation never first', () => {
    const measure = (text: string): number => widthOf(text, 10);
    const text = fc.string({ unit: fc.constantFrom(...'甲乙方同意，。（）“”12.5%abc ¥'), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 300 }), (words, room) => {
        const lines = breakLines(words, room, measure);
        expect(bare(lines.map((line) => line.text).join(''))).toBe(bare(words));
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(room + 0.01);
      }),
    );
    const lines = breakLines('双方就以下事项达成一致意见，并共同遵守：“付款”。', 100, measure);
    for (const { text: shown } of lines.slice(1)) expect(shown).not.toMatch(/^[，。、：”]/);
  });

  it('repeats the titles of a table on every page and keeps what sum and figures say', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => [`第${index + 1}期`, '2026-03-01', `${index + 1},000.00`]);
    const { bytes, pages } = await renderPaper(
      {
        title: '还款计划',
        blocks: [
          {
            kind: 'table',
            columns: [{ title: '期次' }, { title: '到期日' }, { title: '应还金额（元）', align: 'right' }],
            rows,
            foot: ['合计', '', '4,095,000.00'],
          },
        ],
      },
      '计划',
      now,
    );
    const text = bare(await textOf(bytes));
    expect(pages).toBeGreaterThan(1);
    expect(text.split('应还金额（元）').length - 1).toBe(pages);
    for (const row of rows) expect(text).toContain(row.join(''));
    expect(text).toContain('合计4,095,000.00');
  });
});
