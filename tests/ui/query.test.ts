import { describe, expect, test } from 'vitest';
import { rangeProblem } from '~/ui/list/filters';
import { addressOf, nextSort, pageNoOf, pageNumbers, pageSizeOf, patched, queryOf, searched, sortOf } from '~/ui/list/query';

describe('the state of a list in its address', () => {
  test('drops empty values and joins repeated keys', () => {
    expect(queryOf(new URLSearchParams('orderNo=&status=A&status=B&pageNo=2&x=%20'))).toEqual({ status: 'A,B', pageNo: '2' });
  });
  test('leaves defaults out of the address', () => {
    expect(addressOf({ pageNo: '1', pageSize: '10', orderNo: '' })).toBe('?');
    expect(addressOf({ pageNo: '2', pageSize: '20' })).toBe('?pageNo=2&pageSize=20');
  });
  test('a search starts at page 1, replaces the old filters, keeps size, sorting and the tab', () => {
    const before = { pageNo: '7', pageSize: '50', descs: 'createTime', status: 'PENDING', customerId: 'c1' };
    expect(searched(before, { orderNo: ' DD1 ', customerId: '' }, ['status'])).toEqual({
      pageSize: '50',
      descs: 'createTime',
      status: 'PENDING',
      orderNo: 'DD1',
    });
  });
  test('a change of sort or tab starts at page 1, a page turn keeps everything', () => {
    expect(patched({ pageNo: '3', orderNo: 'D' }, { descs: 'amount' })).toEqual({ orderNo: 'D', descs: 'amount' });
    expect(patched({ pageNo: '3', orderNo: 'D' }, { pageNo: '4' })).toEqual({ pageNo: '4', orderNo: 'D' });
    expect(patched({ status: 'A' }, { status: '' })).toEqual({});
  });
  test('sorting goes none, descending, ascending, none', () => {
    expect(nextSort({}, 'amount')).toEqual({ ascs: '', descs: 'amount' });
    expect(nextSort({ descs: 'amount' }, 'amount')).toEqual({ ascs: 'amount', descs: '' });
    expect(nextSort({ ascs: 'amount' }, 'amount')).toEqual({ ascs: '', descs: '' });
    expect(nextSort({ ascs: 'other' }, 'amount')).toEqual({ ascs: '', descs: 'amount' });
    expect(sortOf({ ascs: 'a,b' }, 'b')).toBe('ascending');
  });
  test('what a person types for paging never breaks the page', () => {
    for (const bad of ['abc', '0', '-1', '1.5', '', '1e9']) expect(pageNoOf({ pageNo: bad })).toBe(1);
    expect(pageSizeOf({})).toBe(10);
    expect(pageSizeOf({ pageSize: '50' })).toBe(50);
  });
  test('page numbers show ends, neighbours and gaps', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pageNumbers(50, 100)).toEqual([1, 0, 49, 50, 51, 0, 100]);
  });
  test('a range the wrong way round is named', () => {
    const dates = [{ kind: 'dates', key: 'createTime', label: '下单时间' }] as const;
    expect(rangeProblem(dates, { createTimeStart: '2026-02-01 00:00:00', createTimeEnd: '2026-01-01 23:59:59' })).toBe(
      '下单时间的开始值 2026-02-01 不能大于结束值 2026-01-01',
    );
    expect(rangeProblem(dates, { createTimeStart: '2026-02-01 00:00:00', createTimeEnd: '2026-02-01 23:59:59' })).toBeUndefined();
    expect(rangeProblem([{ kind: 'numbers', key: 'amount', label: '金额' }], { amountStart: '9', amountEnd: '10' })).toBeUndefined();
  });
});
