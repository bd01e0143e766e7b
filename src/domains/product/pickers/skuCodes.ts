import { call } from '~/shell/call';
import { toast } from '~/ui/kit/toast';
import { skusByCodes } from '../calls';
import type { PickedSku } from '../product.schema';

/** Documents that sell nothing find goods that are not for sale too. */
export async function findSku(code: string): Promise<{ sku: PickedSku | null; problem: string }> {
  const { results } = await call(skusByCodes, { codes: [code], all: true });
  return { sku: results[0]?.sku ?? null, problem: results[0]?.problem || '没有这个编码的商品' };
}

/**
 * Pasted cells whose first column is a code or barcode, each with its goods; codes nobody knows are named and left out.
 * Undefined when there is nothing beside the codes: then it is an ordinary paste.
 */
export async function skusOfCells(cells: readonly string[][]): Promise<{ sku: PickedSku; rest: string[] }[] | undefined> {
  const typed = cells.map((row) => row.map((cell) => cell.trim())).filter((row) => row[0]);
  if (typed.length === 0 || typed.every((row) => row.length < 2)) return undefined;
  const { results } = await call(skusByCodes, { codes: typed.map((row) => row[0] ?? ''), all: true });
  const missing = results.filter((one) => !one.sku).map((one) => one.code);
  if (missing.length) toast(`${missing.length}个编码没有找到：${missing.slice(0, 5).join('、')}`, 'error');
  const plain = (text: string) => text.replaceAll(',', '');
  return results.flatMap(({ sku }, index) => (sku ? [{ sku, rest: (typed[index] ?? []).slice(1).map(plain) }] : []));
}
