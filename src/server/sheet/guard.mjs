import { fromBuffer } from 'yauzl';
import { cellCounter } from './cellCounter.mjs';
import { refuseSheet } from './refused.mjs';

const MAX_ENTRIES = 2000;
const RATIO_FROM = 8 * 1024 * 1024;
const mb = (bytes) => Math.round(bytes / 1024 / 1024);

/**
 * Admits an .xlsx before any parser sees it: entries, declared sizes, then the sizes its XML really unpacks to, streamed and dropped.
 * Entries `keep(name, keptSoFar)` wants come back as text, worksheets last. Nested archives are never opened, only counted.
 */
export async function admitWorkbook(name, bytes, limits, keep = () => false) {
  const shown = `文件“${name}”`;
  const zip = await opened(bytes).catch(() => refuseSheet(`${shown}已损坏，无法打开，请重新保存后再上传`));
  if (zip.entryCount > MAX_ENTRIES) refuseSheet(`${shown}内部包含${zip.entryCount}个文件，超过上限${MAX_ENTRIES}个，不是正常的表格`);
  const entries = await listed(zip).catch(() => refuseSheet(`${shown}内部结构不正确，请重新保存后再上传`));
  const declared = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  refuseIfHuge(shown, declared, bytes.length, limits);
  if (entries.some((entry) => entry.isEncrypted())) refuseSheet(`${shown}已加密，请在Excel或WPS中取消打开密码后再上传`);
  refuseIfNoWorkbook(shown, entries);
  const kept = new Map();
  let actual = 0;
  const isSheet = (entry) => entry.fileName.startsWith('xl/worksheets/');
  const parsed = entries.filter((entry) => /\.(xml|rels)$/.test(entry.fileName)).sort((a, b) => Number(isSheet(a)) - Number(isSheet(b)));
  for (const entry of parsed) {
    const chunks = keep(entry.fileName, kept) ? [] : null;
    const counted = isSheet(entry) ? cellCounter(limits) : null;
    const take = (chunk) => {
      chunks?.push(chunk);
      return counted?.(chunk) ?? '';
    };
    actual += await unpacked(zip, entry, limits.inflatedBytes - actual, take).catch((error) =>
      refuseSheet(error.tooBig ? tooBig(shown, limits) : error.reason ? shown + error.reason : `${shown}已损坏，无法解压，请重新保存后再上传`),
    );
    if (chunks) kept.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
  }
  refuseIfHuge(shown, actual, bytes.length, limits);
  return kept;
}

function refuseIfHuge(shown, size, packed, limits) {
  if (size > limits.inflatedBytes) refuseSheet(tooBig(shown, limits));
  if (size > RATIO_FROM && size / packed > limits.ratio)
    refuseSheet(`${shown}的压缩比例异常（解压后${mb(size)}MB），可能含有大量空白格式行，请把有内容的行复制到新表格后再上传`);
}

const tooBig = (shown, limits) => `${shown}解压后超过${mb(limits.inflatedBytes)}MB，可能含有大量空白格式行，请把有内容的行复制到新表格后再上传`;

function refuseIfNoWorkbook(shown, entries) {
  const has = (file) => entries.some((entry) => entry.fileName === file);
  if (has('xl/workbook.xml')) return;
  if (has('xl/workbook.bin')) refuseSheet(`${shown}是二进制 .xlsb 格式，请另存为 .xlsx 再上传`);
  if (has('word/document.xml')) refuseSheet(`${shown}是Word文档，请上传 .xlsx 或 .csv 文件`);
  refuseSheet(`${shown}是压缩包而不是Excel表格，请解压后上传其中的 .xlsx 或 .csv 文件`);
}

function opened(bytes) {
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip))),
  );
}

function listed(zip) {
  return new Promise((resolve, reject) => {
    const entries = [];
    zip.on('entry', (entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

/** Gives each chunk to `take`, which answers why to stop, or ''. */
function unpacked(zip, entry, room, take) {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      let size = 0;
      stream.on('data', (chunk) => {
        size += chunk.length;
        const reason = size > room ? '' : take(chunk);
        if (size <= room && reason === '') return;
        stream.destroy();
        reject(Object.assign(new Error('too big'), { tooBig: size > room, reason }));
      });
      stream.on('end', () => resolve(size));
      stream.on('error', reject);
    });
  });
}
