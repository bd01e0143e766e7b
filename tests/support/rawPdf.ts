interface RawPdf {
  /** Entries of every page, e.g. /Rotate 90. */
  page?: string;
  /** Entries of the node above the pages, which they inherit. */
  above?: string;
  pages?: number;
}

/** A file as some other program writes it, page by page with a line of text. */
export function rawPdf({ page = '', above = '/MediaBox [0 0 595 842]', pages = 2 }: RawPdf = {}): Uint8Array {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const add = (body: string): number => objects.push(body);
  const kids = Array.from({ length: pages }, (_, at) => {
    const content = `BT /F1 24 Tf 150 600 Td (Page ${at + 1}) Tj ET`;
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    return add(`<< /Type /Page /Parent 2 0 R ${page} /Contents ${stream} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`);
  });
  objects[1] = `<< /Type /Pages /Count ${pages} ${above} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`;
  const offsets: number[] = [];
  let text = '%PDF-1.4\n';
  for (const [at, body] of objects.entries()) {
    offsets.push(text.length);
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
