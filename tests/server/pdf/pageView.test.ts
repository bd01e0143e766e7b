import { PDF, type PdfArray, type PdfNumber, type PdfRef, type PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { onPage, viewOf } from '~/server/pdf/pageView.server';
import { roundSeal } from '~/server/pdf/sealArt.server';
import { prepareForSigning } from '~/server/pdf/signing.server';
import { sizesOf } from '~/server/pdf/sizes.server';
import { verifyPdf } from '~/server/pdf/verify.server';
import { rawPdf } from '../../support/rawPdf';
import { signAs, twoParties } from '../../support/signers';

const box = { field: 'seal-1', page: 1, x: 70, y: 90, width: 116, height: 100 };
const art = roundSeal('杭州晨光卫浴有限公司', '合同专用章');

const numbersOf = (array: PdfArray | undefined): number[] => [...(array ?? [])].map((one) => (one as PdfNumber).value);

/** Page by how a reader shows it: its size, and where in its own coordinates the box belongs. */
const pages = [
  { name: 'upright', file: rawPdf(), width: 595, height: 842, rect: [70, 90, 186, 190] },
  { name: 'turned by 90', file: rawPdf({ page: '/Rotate 90' }), width: 842, height: 595, rect: [595 - 190, 70, 595 - 90, 186] },
  { name: 'turned by 180', file: rawPdf({ page: '/Rotate -180' }), width: 595, height: 842, rect: [595 - 186, 842 - 190, 595 - 70, 842 - 90] },
  { name: 'turned by 270', file: rawPdf({ page: '/Rotate 270' }), width: 842, height: 595, rect: [90, 842 - 186, 190, 842 - 70] },
  { name: 'cut', file: rawPdf({ page: '/CropBox [100 200 500 700]' }), width: 400, height: 500, rect: [170, 290, 286, 390] },
  { name: 'beginning elsewhere', file: rawPdf({ page: '/MediaBox [-300 -400 295 442]' }), width: 595, height: 842, rect: [-230, -310, -114, -210] },
  {
    name: 'cut and turned by what it inherits',
    file: rawPdf({ above: '/MediaBox [0 0 1000 1000] /CropBox [100 200 500 900] /Rotate 90' }),
    width: 700,
    height: 400,
    rect: [500 - 190, 270, 500 - 90, 386],
  },
] as const;

describe.each(pages)('a seal on a page that is $name', ({ file, width, height, rect }) => {
  it('stands where it was dragged to on the page as it is shown, and the signature verifies', async () => {
    expect(await sizesOf(file)).toEqual({
      pages: [
        { width, height },
        { width, height },
      ],
    });
    const parties = await twoParties();
    const prepared = await prepareForSigning(file, [box], [art]);
    const signed = await signAs(prepared, parties.a, 'seal-1', '杭州晨光卫浴有限公司');
    expect((await verifyPdf(signed, parties.trust)).state).toBe('VALID');
    const pdf = await PDF.load(signed);
    const field = pdf.getForm()?.getSignatureFields()[0]?.acroField();
    const page = pdf.getPages()[1];
    const look = pdf.getObject(field?.getDict('AP')?.getRef('N') as PdfRef) as PdfStream;
    if (!field || !page) throw new Error('no field on the second page');
    expect(numbersOf(field.getArray('Rect'))).toEqual(rect);
    const view = viewOf(pdf, page);
    const matrix = numbersOf(look.getArray('Matrix'));
    // What turns the seal against the page, and the page with the clock, leaves it upright.
    expect(matrix.length ? matrix.slice(0, 4) : [1, 0, 0, 1]).toEqual(view.matrix.slice(0, 4));
  });
});

it('refuses a seal that would lie outside what is shown of the page', async () => {
  await expect(prepareForSigning(rawPdf({ page: '/CropBox [100 200 300 400]' }), [{ ...box, x: 150 }])).rejects.toThrow('超出了第2页的可见范围');
});

it('draws the riding seal on the edge people see, of turned pages as well', async () => {
  for (const { file } of pages) {
    const bytes = await prepareForSigning(file, [], [art]);
    const pdf = await PDF.load(bytes);
    const page = pdf.getPages()[0];
    if (!page) throw new Error('no page');
    const view = viewOf(pdf, page);
    const contents = page.dict.getArray('Contents', (ref) => pdf.getObject(ref));
    const last = pdf.getObject(contents?.at(contents.length - 1) as PdfRef) as PdfStream;
    const text = Buffer.from(last.getDecodedData()).toString('latin1');
    expect(text).toContain(`${view.matrix.join(' ')} cm`);
    expect(text).toContain(`${view.width - 55} ${view.height / 2 - 55} 55 110 re`);
  }
});

it('knows the corners of a box whatever the turn', () => {
  const view = { width: 10, height: 20, turn: 0, matrix: [1, 0, 0, 1, 5, 6] } as const;
  expect(onPage(view, { x: 1, y: 2, width: 3, height: 4 })).toEqual([6, 8, 9, 12]);
});
