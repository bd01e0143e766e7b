import { findByCodes } from '~/domains/product/pickers/findByCodes';
import { compactCode } from '~/shared/identifiers';
import type { TableHandle } from '~/ui/form/tableTypes';
import { rowOfSku } from '../../form/orderForm';
import type { FormRow } from '../../form/orderForm.schema';
import { scanInto } from '../../lines/bulk';

/** One more of the goods with this code or barcode; answers the sentence to show, refuses by throwing one. */
export async function scanOnto(table: TableHandle<FormRow> | undefined, code: string, customerId: string, warehouseId: string): Promise<string> {
  if (!customerId) throw new Error('请先选择客户');
  const [found] = await findByCodes([compactCode(code)], customerId, warehouseId);
  if (!found?.sku) throw new Error(found?.problem || `没有编码或条码为“${code}”的可订商品`);
  const { rows, qty } = scanInto(table?.rows() ?? [], rowOfSku(found.sku));
  table?.replace(rows);
  return `${found.sku.name}：${qty}`;
}
