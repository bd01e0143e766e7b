import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { FileAnswer } from '~/server/serve.server';
import { writeSheet, XLSX_MIME } from '~/server/sheet/write.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { type BookQuery, receivableSources, receivableStates } from './receivable';
import { bookRows, listed } from './receivableViews.server';

/** One more than a workbook takes, so that too many are refused instead of cut. */
const LIMIT = 50_001;
const money = (title: string) => ({ title, numeric: true, format: '#,##0.00' });
const columns = [
  { title: '应收单号' },
  { title: '客户' },
  { title: '业务员' },
  { title: '来源' },
  { title: '发货单号' },
  { title: '订单编号' },
  { title: '日期' },
  { title: '到期日' },
  money('金额(元)'),
  money('已核销(元)'),
  money('尾差(元)'),
  money('未收(元)'),
  { title: '逾期天数', numeric: true },
  { title: '状态' },
];

/** The book as it is filtered, newest first. */
export async function exportBook(tx: Tx, me: Me, query: z.output<typeof BookQuery>, now: Date): Promise<FileAnswer> {
  const today = shanghaiDate(now);
  const rows = await bookRows(tx, me, query, today).orderBy('receivable.biz_date', 'desc').orderBy('receivable.id', 'desc').limit(LIMIT).execute();
  const cells = rows
    .map((row) => listed(row, today))
    .map((row) => [
      row.no,
      row.customerName,
      row.salesName,
      receivableSources[row.source],
      row.deliveryNo,
      row.orderNo,
      row.bizDate,
      row.dueDate,
      formatYuan(row.amount),
      formatYuan(row.settled),
      formatYuan(row.offset),
      formatYuan(row.open),
      String(row.overdueDays),
      receivableStates[row.status],
    ]);
  return { name: `应收台账_${today}.xlsx`, mime: XLSX_MIME, bytes: await writeSheet(columns, cells, '应收台账') };
}
