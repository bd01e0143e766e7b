import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ApprovalPage } from '~/ui/approval/ApprovalPage';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormTable } from '~/ui/form/FormTable';
import { ImportPage } from '~/ui/import/ImportPage';
import { cx } from '~/ui/kit/cx';
import { EmptyState } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { StepGuide } from '~/ui/kit/StepGuide';
import type { Actions } from '~/ui/kit/types';
import { leftOut } from '~/ui/list/cells';
import { ListPage } from '~/ui/list/ListPage';

interface Row {
  id: string;
  orderNo: string;
  amount: string | null;
}
const rows: Row[] = [
  { id: '1', orderNo: 'DD1', amount: '1234.5' },
  { id: '2', orderNo: 'DD2', amount: null },
];
const never = () => Promise.reject(new Error('not called on the server'));
const list = (
  query: Record<string, string>,
  first = {
    pagedRecords: rows,
    pageNo: 1,
    totalCount: 10000,
    capped: true,
    totals: { amount: '5000.00' } as Record<string, string>,
    tabs: { ALL: 12, PENDING: 3 },
  },
  rowActions: (row: Row) => Actions = (row) => [{ label: '查看', href: `/x/${row.id}` }],
  batch: Actions = [{ label: '批量打印' }],
) =>
  renderToString(
    <ListPage<Row>
      title="订单"
      source={{ id: 'order/list', first, query, load: never }}
      filters={[
        { kind: 'text', key: 'orderNo', label: '订单编号' },
        { kind: 'dates', key: 'createTime', label: '下单时间' },
      ]}
      columns={[
        { key: 'orderNo', title: '订单编号', fixed: true },
        { key: 'amount', title: '金额', kind: 'money', sortable: true },
        { key: 'hidden', title: '不显示的列', off: true },
      ]}
      tabs={{
        key: 'status',
        items: [
          { value: '', label: '全部' },
          { value: 'PENDING', label: '待审核' },
        ],
      }}
      rowActions={rowActions}
      batch={() => batch}
    />,
  );

describe('pages drawn on the server', () => {
  test('a list works without script: rows, form, sort, tabs and pager are there', () => {
    const html = list({ status: 'PENDING', pageSize: '20', descs: 'amount', orderNo: 'DD' });
    expect(html).toContain('1,234.50');
    expect(html).toContain('- -');
    expect(html).toContain('5,000.00');
    expect(html).toMatch(/<form [^>]*method="get"/);
    expect(html).toMatch(/type="hidden" name="status" value="PENDING"/);
    expect(html).toContain('aria-sort="descending"');
    expect(html).toContain('ascs=amount');
    expect(html).toMatch(/href="\?[^"]*pageNo=2[^"]*"/);
    expect(html).toContain('10,000+');
    expect(html).toContain('href="/x/1"');
    expect(html).not.toContain('不显示的列');
  });
  test('a card on a phone keeps its head, what is marked and the first of the rest', () => {
    const columns = ['no', 'a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key, fixed: key === 'no', brief: key === 'f' || key === 'd' }));
    expect([...leftOut(columns)]).toEqual(['c', 'e']);
    expect([...leftOut(columns.slice(0, 5))]).toEqual([]);
  });
  test('totals have a row only where a column shows one', () => {
    const page = (totals: Record<string, string>) => ({ pagedRecords: rows, pageNo: 1, totalCount: 2, capped: false, totals, tabs: { ALL: 2, PENDING: 0 } });
    expect(list({}, page({ amount: '5' }))).toContain('合计');
    expect(list({}, page({ hidden: '5' }))).not.toContain('合计');
  });
  test('a table has a column of actions only where a row has one', () => {
    const table = (may: boolean) =>
      renderToString(
        <DetailTable<Row>
          rows={rows}
          caption="订单"
          columns={[{ key: 'orderNo', title: '订单编号' }]}
          totals={{ orderNo: '2张' }}
          rowActions={(row) => [may && row.id === '2' && { label: '停用', onPress: () => {} }]}
        />,
      );
    expect(table(true).match(/<th /g)).toHaveLength(2);
    expect(table(true).match(/<td /g)).toHaveLength(6);
    expect(table(false)).not.toContain('操作');
    expect(table(false).match(/<td /g)).toHaveLength(3);
    const without = list({}, undefined, () => []);
    expect(list({})).toContain('操作');
    expect(without).not.toContain('操作');
    expect(without).toContain('DD1');
  });
  test('rows can be picked only where something can be done with them', () => {
    const [may, mayNot] = [list({}), list({}, undefined, undefined, [false])];
    expect(may).toContain('选择本页全部');
    expect(mayNot).not.toContain('选择本页全部');
    expect(mayNot).toContain('DD1');
  });
  test('an empty list says whether filters are the reason', () => {
    const none = { pagedRecords: [], pageNo: 1, totalCount: 0, capped: false, totals: { amount: '0' }, tabs: { ALL: 0, PENDING: 0 } };
    expect(list({}, none)).toContain('暂无订单');
    expect(list({ isInit: 'true' }, none)).toContain('暂无订单');
    expect(list({ orderNo: 'x' }, none)).toContain('没有符合条件的订单');
    expect(list({ orderNo: 'x', status: 'PENDING' }, none)).toContain('清空条件');
    const inTab = list({ status: 'PENDING' }, none);
    expect(inTab).toContain('“待审核”中没有订单');
    expect(inTab).toContain('查看全部');
    expect(inTab).not.toContain('清空条件');
  });
  test('what went wrong in place of rows is said aloud, line by line', () => {
    const failed = renderToString(<EmptyState kind="error" title={'第一行\n第二行'} />);
    expect(failed).toMatch(/^<div role="alert"[^>]*whitespace-pre-line/);
    expect(renderToString(<EmptyState title="暂无订单" />)).not.toContain('role=');
  });

  test('the main button of a form stands last, whatever order it was given in', () => {
    const html = renderToString(
      <FormPage
        defaults={{}}
        submit={never}
        buttons={[
          { key: 'submit', label: '提交审批', tone: 'primary' },
          { key: 'draft', label: '保存草稿' },
        ]}
      >
        {null}
      </FormPage>,
    );
    expect(html.indexOf('保存草稿')).toBeLessThan(html.indexOf('提交审批'));
    expect(html.indexOf('保存草稿')).toBeGreaterThan(-1);
  });
  test('a form holds its values and labels its inputs', () => {
    const html = renderToString(
      <FormPage defaults={{ name: '张三', lines: [{ sku: 'A1', qty: '2' }] }} submit={never} draftKey="x">
        <Field name="name" label="收货人" required>
          <Input />
        </Field>
        <FormTable
          name="lines"
          newRow={() => ({ sku: '', qty: '' })}
          columns={[
            { key: 'sku', title: 'SKU编码' },
            { key: 'qty', title: '数量', kind: 'qty' },
          ]}
        />
      </FormPage>,
    );
    expect(html).toContain('value="张三"');
    expect(html).toContain('aria-label="第1行SKU编码"');
    const id = /<label for="([^"]+)"/.exec(html)?.[1];
    expect(html).toContain(`id="${id}"`);
  });
  test('detail, approval and import pages render', () => {
    const table = <DetailTable caption="明细" rows={rows} columns={[{ key: 'amount', title: '金额', kind: 'money' }]} />;
    expect(
      renderToString(
        <DetailPage title="订单详情" no="DD1" actions={[false, { label: '打印', href: '/p' }, { label: '发货', href: '/s', tone: 'primary' }]}>
          {table}
        </DetailPage>,
      ),
    ).toMatch(/发货.*打印/);
    expect(
      renderToString(
        <ApprovalPage title="审核" records={[]} decide={never}>
          {table}
        </ApprovalPage>,
      ),
    ).toContain('驳回');
    expect(
      renderToString(
        <ApprovalPage title="审核" records={[]}>
          {table}
        </ApprovalPage>,
      ),
    ).not.toContain('驳回');
    expect(
      renderToString(
        <ImportPage title="导入商品" templateHref="/t" columns={[{ title: '名称', required: true }]} mostRows={2000} upload={never} commit={never} />,
      ),
    ).toContain('不超过 2000 行');
  });
});

test('of two classes that set the same thing the later wins, others stay', () => {
  expect(cx('px-3 gap-x-6 gap-y-4 text-sm text-ink', 'px-0 text-brand')).toBe('gap-x-6 gap-y-4 text-sm px-0 text-brand');
  expect(cx('p-4 sm:p-5', 'p-0')).toBe('sm:p-5 p-0');
});

test('a guide names colleagues for steps that are still to be done, and not for those done', () => {
  const step = (key: string, done: boolean) => ({ key, title: key, note: '', href: '', action: '', done });
  const drawn = renderToString(<StepGuide steps={[step('认证', true), step('上架', false)]} finished="全部完成" />);
  expect(drawn.match(/请联系有权限的同事完成/g)).toHaveLength(1);
  expect(renderToString(<StepGuide steps={[step('认证', true)]} finished="全部完成" />)).not.toContain('请联系有权限的同事完成');
});
