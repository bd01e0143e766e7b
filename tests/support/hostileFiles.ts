import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const MB = 1024 * 1024;
const CHUNK = 20 * MB;

/** A PDF of a few kilobytes whose first stream is so many megabytes when it is unpacked, packed twice. */
export function hugeWhenUnpacked(megabytes: number): Uint8Array {
  const chunk = deflateRawSync(Buffer.alloc(CHUNK), { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const once = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: Math.ceil((megabytes * MB) / CHUNK) }, () => chunk)]);
  const packed = deflateSync(once, { level: 9 });
  const head = Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n');
  return Buffer.concat([
    head,
    Buffer.from(`3 0 obj\n<</Type/XRef/Size 4/W[1 2 1]/Root 1 0 R/Filter[/FlateDecode/FlateDecode]/Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
}
