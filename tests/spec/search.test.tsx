import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { $toasts } from '~/ui/kit/toast';
import type { ListHandle } from '~/ui/list/types';

/** What the search bar was given, which a browser would press. */
let list: Pick<ListHandle<unknown>, 'search'>;
vi.mock('~/ui/list/SearchBar', () => ({
  SearchBar: (props: { list: typeof list }) => {
    list = props.list;
    return null;
  },
}));
vi.mock('~/ui/kit/ToastHost', () => ({ mountToasts: () => undefined }));
const { ListPage } = await import('~/ui/list/ListPage');

const asked: Record<string, string>[] = [];
vi.stubGlobal('window', { history: { pushState: (_: unknown, __: string, address: string) => asked.push({ address }) } });
vi.stubGlobal('document', { getElementById: () => null });

function shown(beforeSearch?: (values: Record<string, string>) => boolean | string) {
  renderToString(
    <ListPage<{ id: string }>
      title="订单"
      source={{
        id: 'order/list',
        first: { pagedRecords: [], pageNo: 3, totalCount: 21 },
        query: { pageNo: '3', orderNo: 'DD1' },
        load: (query) => {
          asked.push(query);
          return new Promise(() => undefined);
        },
        ...(beforeSearch ? { beforeSearch } : {}),
      }}
      filters={[{ kind: 'dates', key: 'createTime', label: '下单时间' }]}
      columns={[{ key: 'id', title: '编号' }]}
    />,
  );
}

beforeEach(() => {
  asked.length = 0;
  $toasts.set([]);
});
const said = () => $toasts.get().map(({ message }) => message);

test('a search nothing stops omits what is empty and begins at page 1', () => {
  shown(() => true);
  expect(list.search({ orderNo: '', product: '瓷砖' })).toBe(true);
  expect(asked).toEqual([{ address: `?${new URLSearchParams({ product: '瓷砖' })}` }, { product: '瓷砖' }]);
});

test('a list’s own hook stops a search before it is made, with its reason or without', () => {
  shown(({ orderNo }) => (orderNo ? '请至少输入两个字' : false));
  expect([list.search({ orderNo: 'D' }), list.search({})]).toEqual([false, false]);
  expect([asked, said()]).toEqual([[], ['请至少输入两个字']]);
});

test('a range the wrong way round stops every list’s search', () => {
  shown();
  expect(list.search({ createTimeStart: '2026-02-01 00:00:00', createTimeEnd: '2026-01-01 23:59:59' })).toBe(false);
  expect([asked, said()]).toEqual([[], ['下单时间的开始值 2026-02-01 不能大于结束值 2026-01-01']]);
});
