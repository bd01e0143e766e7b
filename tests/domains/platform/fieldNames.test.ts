import { describe, expect, it } from 'vitest';
import { changesOf } from '~/domains/platform/fieldNames.server';
import { told as plain } from '~/shared/told';

const id = '01a1ff2f-ba7f-700d-8000-03e746cbb866';
const told = (before: unknown, after: unknown) => plain(changesOf(before, after)).map(({ field, before: was, after: is }) => `${field}：${was} → ${is}`);

describe('a log entry in words', () => {
  it('names codes by their field, sums in yuan and rates in percent', () => {
    expect(told({ status: 'ACTIVE', tail_limit: '100' }, { status: 'DISABLED', tailLimit: '123456' })).toEqual([
      '状态：启用 → 停用',
      '尾差核销上限：1.00元 → 1,234.56元',
    ]);
    expect(told(null, { auditMode: 'AUTO', floorMode: 'OFF', taxRatePpm: '130000' })).toEqual([
      '审核方式：- - → 提交即通过',
      '低于最低限价：- - → 不控制',
      '税率：- - → 13%',
    ]);
  });

  it('leaves what people typed as it is, even where it looks like a code', () => {
    expect(told({ name: 'ON', 品牌: 'DRAFT' }, { name: 'OFF', 品牌: 'ACTIVE' })).toEqual(['名称：ON → OFF', '品牌：DRAFT → ACTIVE']);
  });

  it('shows no ids, also not inside lists', () => {
    expect(told({ id, parentId: id, 单据: [id, id] }, { parentId: null, lines: [{ id, skuId: id, minQty: '2' }] })).toEqual(['明细：- - → 起订量：2']);
  });

  it('is silent of fields a change does not name, and tells what words no longer say', () => {
    expect(told({ name: '一', sort: 3, is_default: true }, { name: '二' })).toEqual(['名称：一 → 二']);
    expect(told({ 'SKU A-1': '标准价5元', 'SKU A-2': '标准价6元' }, { 'SKU A-1': '标准价5元' })).toEqual(['SKU A-2：标准价6元 → - -']);
    expect(told({ name: '一' }, null)).toEqual(['名称：一 → - -']);
  });
});
