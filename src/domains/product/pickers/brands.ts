import { call } from '~/shell/call';
import type { Option } from '~/ui/kit/types';
import { brandOptions } from '../calls';

/** Brands of the factory's products, for `pick` filters. */
export async function findBrands(word: string): Promise<Option[]> {
  const { brands } = await call(brandOptions, {});
  return brands.filter((brand) => brand.toLowerCase().includes(word.toLowerCase())).map((brand) => ({ value: brand, label: brand }));
}
