import type { z } from 'zod';
import { orderableGoods } from '~/domains/product/catalogue.server';
import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { type FileAnswer, scopeOf } from '~/server/serve.server';
import type { RowError } from '~/server/sheet/columns';
import { code, decimal, text } from '~/server/sheet/fields';
import { readSheet, type SheetFile } from '~/server/sheet/read.server';
import { parseRow } from '~/server/sheet/rows';
import { writeSheet, XLSX_MIME } from '~/server/sheet/write.server';
import { refuse } from '~/shared/refusal';
import type { EntrySheet } from '../views/orderView.schema';
import { MOST_LINES } from './entry';

const columns = {
  code: {
    title: 'SKU编码',
    field: code(60),
    required: true,
    aliases: ['编码', '货号', '物料编码', '产品编码', '商品编码', '条码', '商品条码', 'SKU'],
  },
  qty: { title: '数量', field: decimal({ digits: 4, positive: true, whole: 14 }), required: true, aliases: ['订购数量', '订货数量', '采购数量', '下单数量'] },
  unit: { title: '单位', field: text(20), aliases: ['订购单位', '计量单位'] },
  remark: { title: '备注', field: text(200), aliases: ['行备注', '明细备注'] },
};

/** Reads what to order from a file; whether the goods can be ordered is asked like for pasted codes. Never inside a transaction. */
export async function readEntrySheet(me: Me, file: SheetFile): Promise<z.output<typeof EntrySheet>> {
  const sheet = await readSheet(file, Object.values(columns), {}, me.tenantId);
  const wanted = sheet.rows.filter((row) => row.cells[columns.qty.title]);
  const empty = sheet.rows.filter((row) => !row.cells[columns.qty.title]).map((row) => row.rowNumber);
  if (wanted.length === 0) refuse('IMPORT_FILE', `文件“${file.name}”的“数量”列没有填写，请填写要订购的数量`);
  if (wanted.length > MOST_LINES) refuse('IMPORT_FILE', `文件“${file.name}”有${wanted.length}行填了数量，一张订单最多${MOST_LINES}行，请拆成几个文件分开下单`);
  const errors: RowError[] = [];
  const entries = wanted.map((row) => {
    const { value } = parseRow(columns, row, errors);
    const typed = (key: keyof typeof columns) => value[key] ?? row.cells[columns[key].title] ?? '';
    return { row: row.rowNumber, code: typed('code'), qty: typed('qty'), unit: typed('unit'), remark: typed('remark') };
  });
  return { entries, problems: errors.map(({ rowNumber, ...error }) => ({ row: rowNumber, ...error })), empty };
}

/** A sheet with all goods the customer may order, to fill in quantities; what is left empty is not ordered. */
export async function entrySheetFor(me: Me, customerId: string): Promise<FileAnswer> {
  const goods = await database().inTenant(scopeOf(me), (tx) => orderableGoods(tx, me, { customerId }), { readOnly: true });
  const bytes = await writeSheet(
    [
      { title: columns.code.title, width: 20 },
      { title: '商品名称', width: 36 },
      { title: '规格', width: 24 },
      { title: columns.unit.title, width: 10 },
      { title: columns.qty.title, width: 12 },
      { title: columns.remark.title, width: 24 },
    ],
    goods.map((one) => [one.code, one.name, one.spec, one.unitName, null, null]),
    '订货单',
  );
  return { name: '订货单.xlsx', mime: XLSX_MIME, bytes };
}
