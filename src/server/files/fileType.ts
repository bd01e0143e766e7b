/** What may be uploaded, told by the first bytes and never by the name. */
export interface FileType {
  mime: string;
  ending: string;
  /** What people call it. */
  label: string;
  image: boolean;
}

const image = (mime: string, ending: string, label: string): FileType => ({ mime, ending, label, image: true });
const document = (mime: string, ending: string, label: string): FileType => ({ mime, ending, label, image: false });

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
export const fileTypes = {
  png: image('image/png', 'png', 'PNG图片'),
  jpg: image('image/jpeg', 'jpg', 'JPG图片'),
  webp: image('image/webp', 'webp', 'WebP图片'),
  pdf: document('application/pdf', 'pdf', 'PDF文档'),
  xlsx: document(`${OFFICE}spreadsheetml.sheet`, 'xlsx', 'Excel表格'),
  docx: document(`${OFFICE}wordprocessingml.document`, 'docx', 'Word文档'),
  ofd: document('application/ofd', 'ofd', 'OFD版式文件'),
  // Never shown as a page: it is downloaded as bytes.
  xml: document('application/octet-stream', 'xml', '数电发票XML'),
} as const;

/** Null for everything else: programs, scripts, old Office files, archives, SVG, HTML and other XML than invoices. */
export function typeOf(bytes: Uint8Array): FileType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (hex: string, at = 0) => head.subarray(at, at + hex.length / 2).toString('hex') === hex;
  if (starts('89504e470d0a1a0a')) return fileTypes.png;
  if (starts('ffd8ff')) return fileTypes.jpg;
  if (starts('52494646') && starts('57454250', 8)) return fileTypes.webp;
  if (starts('255044462d')) return fileTypes.pdf;
  if (!starts('504b0304')) return isInvoiceXml(head) ? fileTypes.xml : null;
  if (head.includes('xl/workbook.xml')) return fileTypes.xlsx;
  if (head.includes('word/document.xml')) return fileTypes.docx;
  return head.includes('OFD.xml') ? fileTypes.ofd : null;
}

/** The file of an electronic invoice, and no other XML: nothing that names a style sheet, a document type or another language. */
function isInvoiceXml(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  return (
    /^\s*(<\?xml\s[^?>]*\?>\s*)?<EInvoice[\s>]/.test(text) &&
    !/<\?xml-stylesheet|<!DOCTYPE|<!ENTITY|<script|xmlns(:\w+)?\s*=\s*["'][^"']*(xhtml|svg)/i.test(text)
  );
}
