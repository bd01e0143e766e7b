import { describe, expect, test } from 'vitest';
import { typeOf } from '~/server/files/fileType';

const text = (words: string) => Buffer.from(words);
const zip = (entry: string) => Buffer.concat([Buffer.from('504b0304', 'hex'), text(entry)]);
const INVOICE = '<?xml version="1.0" encoding="UTF-8"?>\n<EInvoice><Header><EIid>2631</EIid></Header></EInvoice>';

describe('invoices beside their PDF', () => {
  test('OFD by what is in the archive, the XML of an electronic invoice by its root', () => {
    expect(typeOf(zip('OFD.xml'))?.ending).toBe('ofd');
    expect(typeOf(text(INVOICE))?.ending).toBe('xml');
    expect(typeOf(text(`\uFEFF${INVOICE}`))?.ending).toBe('xml');
  });

  test('other archives and XML stay out, and what a browser might run of an invoice', () => {
    expect(typeOf(zip('run.exe'))).toBeNull();
    for (const wrong of [
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<html><EInvoice/></html>',
      '<EInvoices/>',
      INVOICE.replace('<EInvoice>', '<?xml-stylesheet href="a.xsl"?><EInvoice>'),
      INVOICE.replace('<EInvoice>', '<EInvoice xmlns:h="http://www.w3.org/1999/xhtml">'),
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${INVOICE}`,
    ])
      expect(typeOf(text(wrong)), wrong).toBeNull();
  });
});
