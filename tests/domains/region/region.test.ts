import { expect, test } from 'vitest';
import { countries } from '~/domains/region/country.server';
import { childrenOf } from '~/domains/region/region';
import { areaTree, isPlace, placeOf, regionNames } from '~/domains/region/region.server';

test('the tree has every province, each with cities and districts, in spec shape', () => {
  const tree = areaTree();
  expect(tree.length).toBe(34);
  expect(childrenOf(tree, '').length).toBe(34);
  expect(childrenOf(tree, '330100').some((node) => node.value === '330106' && node.label === '西湖区')).toBe(true);
  for (const province of tree)
    for (const city of province.children)
      for (const district of city.children) expect(regionNames(district.value)).toEqual([province.label, city.label, district.label]);
});

test('names as people write them find the full names', () => {
  expect(placeOf('浙江', '杭州', '西湖')).toEqual({ province: '浙江省', city: '杭州市', district: '西湖区' });
  expect(placeOf('内蒙古', '呼和浩特', '')).toEqual({ province: '内蒙古自治区', city: '呼和浩特市', district: '' });
  expect(placeOf('湖北省', '恩施', '恩施市')).toEqual({ province: '湖北省', city: '恩施土家族苗族自治州', district: '恩施市' });
  expect(placeOf('吉林', '延边', '延吉')).toEqual({ province: '吉林省', city: '延边朝鲜族自治州', district: '延吉市' });
  expect(placeOf('北京市', '', '朝阳区')).toEqual({ province: '北京市', city: '北京市', district: '朝阳区' });
  expect(placeOf('浙江', '南京', '')).toBeNull();
  expect(placeOf('浙江省', '杭州市', '玄武区')).toBeNull();
});

test('only full names are a stored place', () => {
  expect(isPlace('浙江省', '杭州市', '西湖区')).toBe(true);
  expect(isPlace('浙江', '杭州', '西湖')).toBe(false);
  expect(isPlace('江苏省', '', '')).toBe(true);
});

test('countries bear their Chinese names, China and its regions first', () => {
  const all = countries();
  expect(all).toHaveLength(249);
  expect(new Set(all.map(({ name }) => name)).size).toBe(249);
  expect(all.slice(0, 4).map(({ name }) => name)).toEqual(['中国', '中国香港', '中国澳门', '中国台湾']);
  expect(all.filter(({ name }) => !/[\u4e00-\u9fff]/.test(name))).toEqual([]);
});
