import type { ExportColumn } from '~/server/export.server';
import { refuseField } from '~/shared/refusal';
import { isPlace, type Place, placeOf } from './region.server';

/** What documents with a province, city and district do alike: in their saves, their sheets and their imports. */

export function mustBePlace({ province, city, district }: Place): void {
  if (!isPlace(province, city, district)) refuseField('province', `没有“${province}${city}${district}”这个地区，请重新选择`);
}

type Cells = { [K in keyof Place]: string | null };
/** The full names a row of a sheet means; none where it names no place, null where there is no such place. */
export const placeIn = ({ province, city, district }: Cells): Partial<Place> | null =>
  province || city || district ? placeOf(province ?? '', city ?? '', district ?? '') : {};
/** What is wrong with such a row, in its column 省. */
export const noPlace = ({ province, city, district }: Cells): string => `、市、区不对应：没有“${province ?? ''}${city ?? ''}${district ?? ''}”这个地区`;

/** What else the columns of a sheet are called, and what stands in its sample. */
export const placeSheet = {
  province: { aliases: ['省份'], sample: '浙江省' },
  city: { aliases: ['城市'], sample: '杭州市' },
  district: { aliases: ['区县', '区/县'], sample: '余杭区' },
  address: { aliases: ['地址'], sample: '文一西路1000号' },
};
/** The list's one column, apart in a file. */
export const placeColumns: readonly ExportColumn<Place>[] = [
  { key: 'place', title: '省', value: (row) => row.province },
  { key: 'place', title: '市', value: (row) => row.city },
  { key: 'place', title: '区', value: (row) => row.district },
];
