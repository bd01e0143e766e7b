import sharp from 'sharp';
import { saveAttribute } from '~/domains/product/attribute.server';
import { saveCategory } from '~/domains/product/category.server';
import { ProductInput } from '~/domains/product/productForm.schema';
import { saveProduct } from '~/domains/product/productSave.server';
import { setShelf } from '~/domains/product/shelf.server';
import { saveUnit } from '~/domains/product/unit.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { type KeptFile, keepFile, recordFile } from '~/server/files.server';
import { categories, type Family, families } from './catalogue';
import { drawing } from './pictures';
import type { Random } from './random';

interface Shop {
  brand: string;
  prefix: string;
  /** Share of the families this factory sells, from the first one on. */
  share: number;
  /** What its prices are, in percent of the list above. */
  priceLevel: number;
}

/** Categories, units, attributes and products of one factory, all on the shelf but a few drafts. Gives the number of SKUs. */
export async function makeGoods(tx: Tx, me: Me, shop: Shop, pictures: Pictures, random: Random): Promise<number> {
  const categoryIds = await makeCategories(tx, me);
  const unitIds = await makeUnits(tx, me);
  const sold = soldBy(shop);
  await makeAttributes(tx, me, sold);
  let serial = 0;
  let skus = 0;
  const shelf: string[] = [];
  for (const family of sold) {
    const { key: image } = await recordFile(tx, me, await (pictures.get(family) as Promise<KeptFile>));
    for (const name of family.names) {
      serial += 1;
      const product = productOf(family, name, serial, shop, random, { categoryIds, unitIds, image });
      const { id } = await saveProduct(tx, me, ProductInput.parse(product));
      skus += product.skus.length;
      if (serial % 31 !== 0) shelf.push(id);
    }
  }
  await setShelf(tx, me, { ids: shelf, status: 'ON' });
  return skus;
}

async function makeCategories(tx: Tx, me: Me): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const top of categories) {
    const { id } = await saveCategory(tx, me, { parentId: null, code: top.code, name: top.name });
    ids.set(top.code, id);
    for (const child of top.children) ids.set(child.code, (await saveCategory(tx, me, { parentId: id, code: child.code, name: child.name })).id);
  }
  return ids;
}

async function makeUnits(tx: Tx, me: Me): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const names = new Set(families.flatMap((family) => [family.unit, family.pack.unit]));
  for (const name of names) ids.set(name, (await saveUnit(tx, me, { name, decimals: 0 })).id);
  ids.set('千克', (await saveUnit(tx, me, { name: '千克', decimals: 3 })).id);
  return ids;
}

async function makeAttributes(tx: Tx, me: Me, sold: readonly Family[]): Promise<void> {
  const byName = new Map<string, Set<string>>();
  for (const family of sold) byName.set(family.attribute, new Set([...(byName.get(family.attribute) ?? []), ...family.values]));
  let serial = 0;
  for (const [name, values] of byName) {
    serial += 1;
    const code = `SX${String(serial).padStart(2, '0')}`;
    await saveAttribute(tx, me, {
      code,
      name,
      kind: 'SALE',
      input: 'SINGLE',
      unit: '',
      required: false,
      categoryIds: [],
      values: [...values].map((value, index) => ({ id: '', code: `${code}-${index + 1}`, name: value })),
    });
  }
}

/** The product standard each kind of goods is made to. */
const standards: Record<string, string> = { FS: 'GB/T 19250', JC: 'GB 23441', DL: 'GB 23440', FL: 'JC/T 547', GJ: '通用' };

interface Made {
  categoryIds: Map<string, string>;
  unitIds: Map<string, string>;
  image: string;
}

function productOf(family: Family, name: string, serial: number, shop: Shop, random: Random, { categoryIds, unitIds, image }: Made) {
  const code = `${shop.prefix}${family.category}${String(serial).padStart(3, '0')}`;
  const base = family.price * (0.9 + random.next() * 0.35) * (shop.priceLevel / 100);
  return {
    code,
    name,
    brand: shop.brand,
    categoryId: categoryIds.get(family.category),
    spec: standards[family.category.slice(0, 2)] ?? '',
    model: `${family.category}-${serial}`,
    baseUnitId: unitIds.get(family.unit),
    taxRate: '13',
    taxClassCode: '1070208010000000000',
    images: [image],
    detail: `${name}，适用于民用与工业建筑的防水工程。请按产品说明书要求处理基层、控制用量与养护时间。`,
    skus: family.values.map((value, index) => {
      const price = (base + family.step * index * (shop.priceLevel / 100)).toFixed(2);
      const cheap = family.shape === 'tube' || family.shape === 'tool';
      return {
        code: `${code}-${String(index + 1).padStart(2, '0')}`,
        barcode: `69${String(serial * 100 + index + barcodeBase(shop.prefix)).padStart(11, '0')}`,
        saleAttrs: { [family.attribute]: value },
        listPrice: price,
        minPrice: (Number(price) * 0.72).toFixed(2),
        moq: cheap ? '12' : '1',
        multiple: cheap ? '12' : '',
        // Most goods lie well between: what is too little or too much can be looked through.
        safetyLow: '1000',
        safetyHigh: serial % 12 === 0 && index === 0 ? '5000' : '10000',
        units: [{ unitId: unitIds.get(family.pack.unit), num: family.pack.num, den: 1, listPrice: '' }],
      };
    }),
  };
}

/** Keeps the two factories' barcodes apart. */
const barcodeBase = (prefix: string): number => [...prefix].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) * 1_000_000;

export type Pictures = ReadonlyMap<Family, Promise<KeptFile>>;

/** Draws the pictures of what a factory sells, all at once beside the database's work; their rows are made with the goods. */
export function drawPictures(tenantId: bigint, shop: Pick<Shop, 'brand' | 'share'>): Pictures {
  const drawn = new Map(soldBy(shop).map((family) => [family, picture(tenantId, family, shop.brand)]));
  // Whoever waits for a picture hears of its failure; a fill that fails elsewhere must not end the process over it.
  for (const one of drawn.values()) one.catch(() => undefined);
  return drawn;
}

async function picture(tenantId: bigint, family: Family, brand: string): Promise<KeptFile> {
  const bytes = await sharp(Buffer.from(drawing(family, family.names[0] ?? '', brand)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  return keepFile({ tenantId }, { name: `${family.category}.png`, bytes: new Uint8Array(bytes), biz: 'PRODUCT_IMAGE' });
}

const soldBy = ({ share }: Pick<Shop, 'share'>): Family[] => families.slice(0, Math.ceil(families.length * share));
