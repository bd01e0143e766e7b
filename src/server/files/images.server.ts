import sharp from 'sharp';
import { refuse } from '~/shared/refusal';

/** Widths a picture is kept in besides its own: list and card, detail. */
export const imageSizes = [96, 480] as const;
export type ImageSize = (typeof imageSizes)[number];

const MOST_PIXELS = 50_000_000;

/** A square-bounded webp without metadata (a phone's photo says where it was taken). */
export async function thumbnail(bytes: Uint8Array, size: ImageSize): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

/** Refuses what only begins like a picture, and pictures too large to decode. */
export async function assertPicture(name: string, bytes: Uint8Array): Promise<void> {
  const shown = `文件“${name}”`;
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('FILE_REFUSED', `${shown}的图片内容已损坏，请重新选择`));
  const pixels = facts.width * facts.height;
  if (pixels > MOST_PIXELS) refuse('FILE_REFUSED', `${shown}尺寸为${facts.width}×${facts.height}，超过5000万像素，请缩小后再上传`);
}
