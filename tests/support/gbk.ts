/** GBK bytes of a text, the way banks and old spreadsheet programs write: found by decoding every two-byte code once. */
const codes = new Map<string, [number, number]>();
const decoder = new TextDecoder('gbk');
for (let lead = 0x81; lead <= 0xfe; lead++)
  for (let trail = 0x40; trail <= 0xfe; trail++) {
    if (trail === 0x7f) continue;
    const char = decoder.decode(Uint8Array.of(lead, trail));
    if ([...char].length === 1 && char !== '\ufffd' && !codes.has(char)) codes.set(char, [lead, trail]);
  }

export function gbk(text: string): Uint8Array {
  return Uint8Array.from(
    [...text].flatMap((char) => {
      const code = char.codePointAt(0) ?? 0;
      if (code < 0x80) return [code];
      const bytes = codes.get(char);
      if (!bytes) throw new Error(`“${char}” is not in GBK`);
      return bytes;
    }),
  );
}
