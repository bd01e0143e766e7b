import sharp from 'sharp';
import { refuse } from '~/shared/refusal';

const MOST_MB = 2;
const LEAST_SIDE = 200;
const MOST_SIDE = 4000;
/** Pixels of a side as it goes into files: 42 mm at 220 dots an inch. */
const SIDE = 360;
/** Paper is white, grey or yellowish: of little colour. Ink is what has more. */
const PAPER = 40;
const INK = 110;
/** Shares of the picture that ink takes: of a scan without a seal, and of one that is no seal. */
const LEAST_INK = 0.02;
const MOST_INK = 0.7;

/**
 * A scanned or photographed seal as it stands in files: its ink in one colour on clear ground, cut to its edges. Refuses what is no picture of
 * one seal, saying why.
 */
export async function sealPicture(name: string, given: Uint8Array): Promise<Uint8Array> {
  const shown = `印章图片“${name.slice(-60)}”`;
  if (given.length > MOST_MB * 1024 * 1024) refuse('SEAL_ART', `${shown}为${(given.length / 1024 / 1024).toFixed(1)}MB，不能超过${MOST_MB}MB`);
  const facts = await sharp(given, { limitInputPixels: MOST_SIDE * MOST_SIDE })
    .metadata()
    .catch(() => refuse('SEAL_ART', `${shown}不是图片，或已损坏，请上传PNG或JPG图片`));
  if (facts.format !== 'png' && facts.format !== 'jpeg') refuse('SEAL_ART', `${shown}的格式不支持，请上传PNG或JPG图片`);
  const [long, short] = [Math.max(facts.width, facts.height), Math.min(facts.width, facts.height)];
  if (short < LEAST_SIDE || long > MOST_SIDE) refuse('SEAL_ART', `${shown}为${facts.width}×${facts.height}像素，每边应在${LEAST_SIDE}至${MOST_SIDE}像素之间`);
  const { data, info } = await sharp(given)
    .rotate()
    .resize(900, 900, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse('SEAL_ART', `${shown}已损坏，请重新扫描后上传`));
  const ink = inkOf(data, info.width, info.height);
  const share = ink.dark / (info.width * info.height);
  if (share < LEAST_INK) refuse('SEAL_ART', `${shown}中没有找到印章，请用红色印泥盖在白纸上，扫描后上传`);
  if (share > MOST_INK) refuse('SEAL_ART', `${shown}几乎全是颜色，背景无法去除，请用白纸盖章后扫描上传`);
  const { left, top, right, bottom } = ink.box;
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (Math.max(width, height) > 1.35 * Math.min(width, height))
    refuse('SEAL_ART', `${shown}中的印章长宽为${width}×${height}，不是圆形或方形，请只保留一枚完整的印章`);
  return sharp(ink.pixels, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract({ left, top, width, height })
    .resize(SIDE, SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

interface Ink {
  /** One colour, as clear as there is little ink. */
  pixels: Buffer;
  dark: number;
  box: { left: number; top: number; right: number; bottom: number };
}

function inkOf(data: Buffer, width: number, height: number): Ink {
  const pixels = Buffer.alloc(data.length);
  const sums = [0, 0, 0];
  const box = { left: width, top: height, right: 0, bottom: 0 };
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) {
    const colours = [data[at], data[at + 1], data[at + 2]] as [number, number, number];
    const depth = Math.max(...colours) - Math.min(...colours);
    const clear = (data[at + 3] as number) / 255;
    const alpha = Math.round(Math.min(1, Math.max(0, (depth - PAPER) / (INK - PAPER))) * 255 * clear);
    pixels[at + 3] = alpha;
    if (alpha < 128) continue;
    dark += 1;
    for (const [index, colour] of colours.entries()) sums[index] = (sums[index] as number) + colour;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  const colour = sums.map((sum) => Math.round(sum / Math.max(1, dark)));
  for (let at = 0; at < pixels.length; at += 4) for (const [index, one] of colour.entries()) pixels[at + index] = one;
  return { pixels, dark, box };
}
