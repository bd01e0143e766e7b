import { areaList } from '@vant/area-data';
import { codesUp, shortRegionName } from './region';
import type { Province } from './region.schema';

/** 海外 (900000) is no place a customer of ours has an address in. */
const OVERSEAS = '9';
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }).filter(([code]) => !code.startsWith(OVERSEAS)),
);

let tree: readonly Province[] | undefined;
/** The whole country, made once. */
export function areaTree(): readonly Province[] {
  tree ??= grown();
  return tree;
}

export const regionName = (code: string): string | null => names.get(code) ?? null;

/** 浙江省杭州市西湖区 as its parts; null for a code that does not exist. */
export function regionNames(code: string): string[] | null {
  const parts = codesUp(code).map((part) => names.get(part));
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : null;
}

/** Documents keep places by their full names. */
export interface Place {
  province: string;
  city: string;
  district: string;
}

/**
 * The real place people mean (浙江, 杭州, 西湖), by its full names; null when there is none. City or district may be empty,
 * and a city that is its own province (北京市) may be left out.
 */
export function placeOf(province: string, city: string, district: string): Place | null {
  const inProvince = named(areaTree(), province);
  if (!inProvince) return null;
  const place: Place = { province: inProvince.label, city: '', district: '' };
  if (city === '' && district === '') return place;
  const own = inProvince.children.filter((one) => city === '' && one.label === inProvince.label);
  const inCity = city === '' ? own[0] : named(inProvince.children, city);
  if (!inCity) return null;
  if (district === '') return { ...place, city: inCity.label };
  const inDistrict = named(inCity.children, district);
  return inDistrict ? { ...place, city: inCity.label, district: inDistrict.label } : null;
}

/** Whether these are the full names of a real place. */
export function isPlace(province: string, city: string, district: string): boolean {
  const place = placeOf(province, city, district);
  return place !== null && place.province === province && place.city === city && place.district === district;
}

/** The full name or the code, else the short name when only one fits. */
function named<Node extends { label: string; value: string }>(nodes: readonly Node[], typed: string): Node | undefined {
  const exact = nodes.find((node) => node.label === typed || node.value === typed);
  if (exact) return exact;
  const near = nodes.filter((node) => shortRegionName(node.label) === shortRegionName(typed));
  return near.length === 1 ? near[0] : undefined;
}

function grown(): Province[] {
  const entries = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  const below = (prefix: string, ending: string, length: number) =>
    entries.filter(([code]) => code.startsWith(prefix) && code.endsWith(ending) && code !== prefix.padEnd(6, '0') && code.length === length);
  return entries
    .filter(([code]) => code.endsWith('0000'))
    .map(([value, label]) => ({
      value,
      label,
      children: below(value.slice(0, 2), '00', 6).map(([cityCode, cityLabel]) => ({
        value: cityCode,
        label: cityLabel,
        children: below(cityCode.slice(0, 4), '', 6).map(([code, name]) => ({ value: code, label: name })),
      })),
    }));
}
