import { createHash, type Hash } from 'node:crypto';
import { type PDF, PdfArray, PdfDict, PdfName, PdfNull, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';

/** Entries that further signatures may add or change. `Parent` and `P` lead back up. */
const FREE = new Set(['Parent', 'P', 'DSS', 'Extensions', 'Version', 'Metadata', 'SigFlags', 'Length', 'Perms']);
const DEEPEST = 400;

/**
 * A hash of everything a reader of the document sees or that acts in it: pages, forms, attachments, scripts. Signature fields, their pictures and
 * validation data are left out, so two revisions between which people only signed have the same.
 */
export function contentHash(pdf: PDF): string {
  const hash = createHash('sha256');
  walk(pdf, pdf.getCatalog(), hash, new Map(), 0);
  return hash.digest('hex');
}

function walk(pdf: PDF, object: PdfObject | null | undefined, hash: Hash, seen: Map<string, number>, depth: number): void {
  if (depth > DEEPEST) throw new Error('the document is nested too deeply');
  if (object instanceof PdfRef) {
    const key = `${object.objectNumber} ${object.generation}`;
    const before = seen.get(key);
    // By order of first visit: object numbers may change, the shape of the graph may not.
    if (before !== undefined) {
      hash.update(`@${before};`);
      return;
    }
    seen.set(key, seen.size);
    walk(pdf, pdf.getObject(object), hash, seen, depth + 1);
    return;
  }
  if (object instanceof PdfStream) {
    entries(pdf, object, hash, seen, depth);
    hash.update(object.getEncodedData());
    return;
  }
  if (object instanceof PdfDict) {
    entries(pdf, object, hash, seen, depth);
    return;
  }
  if (object instanceof PdfArray) {
    hash.update('[');
    for (const item of object) if (!isSignature(pdf, item)) walk(pdf, item, hash, seen, depth + 1);
    hash.update(']');
    return;
  }
  hash.update(plain(object));
}

function entries(pdf: PDF, dict: PdfDict, hash: Hash, seen: Map<string, number>, depth: number): void {
  hash.update('<');
  const sorted = [...dict].map(([name, value]) => [name.value, value] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, value] of sorted) {
    if (FREE.has(name) || emptied(pdf, name, value)) continue;
    hash.update(`/${name} `);
    walk(pdf, value, hash, seen, depth + 1);
  }
  hash.update('>');
}

/** A list of annotations or fields with only signatures in it says no more than none. */
function emptied(pdf: PDF, name: string, value: PdfObject): boolean {
  if (name === 'AcroForm') {
    const form = resolved(pdf, value);
    return form instanceof PdfDict && emptied(pdf, 'Fields', form.get('Fields') ?? new PdfArray([])) && !form.has('XFA');
  }
  if (name !== 'Annots' && name !== 'Fields') return false;
  const list = resolved(pdf, value);
  return list instanceof PdfArray && [...list].every((item) => isSignature(pdf, item));
}

function isSignature(pdf: PDF, item: PdfObject): boolean {
  const dict = resolved(pdf, item);
  return (
    dict instanceof PdfDict &&
    dict.get('FT', (ref) => pdf.getObject(ref)) instanceof PdfName &&
    dict.getName('FT', (ref) => pdf.getObject(ref))?.value === 'Sig'
  );
}

const resolved = (pdf: PDF, object: PdfObject | undefined): PdfObject | null | undefined => (object instanceof PdfRef ? pdf.getObject(object) : object);

function plain(object: PdfObject | null | undefined): string {
  if (object === null || object === undefined || object instanceof PdfNull) return 'null;';
  if (object instanceof PdfName) return `/${object.value};`;
  if (object instanceof PdfNumber) return `${object.value};`;
  if (object instanceof PdfString) return `(${Buffer.from(object.bytes).toString('hex')});`;
  return `${JSON.stringify(object)};`;
}
