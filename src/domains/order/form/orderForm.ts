import type { SkuUnit } from '~/domains/product/product';
import type { PickedSku } from '~/domains/product/product.schema';
import type { InputOf } from '~/shared/endpoint';
import type { orderPlace } from '../calls';
import { offered } from '../payment/payMethod';
import type { DealerOrderDetail, OrderDetail } from '../views/orderView.schema';
import type { FormDraft, FormRow } from './orderForm.schema';

export const blankRow = (): FormRow => ({
  id: '',
  skuId: '',
  skuCode: '',
  name: '',
  spec: '',
  image: null,
  rule: '',
  unitId: '',
  units: [],
  qty: '',
  price: '',
  gift: false,
  manualPrice: '',
  manualReason: '',
  remark: '',
});
/** A problem beside the goods it is about need not name them. */
export const shortProblem = (problem: string): string => problem.replace(/^商品“[^”]*”（[^）]*）的?/, '');
export const isBlank = (row: FormRow): boolean => row.skuId === '' && row.skuCode.trim() === '' && row.qty === '';

export const blankDraft = (customerId = ''): FormDraft => ({
  customerId,
  projectId: '',
  type: 'NORMAL',
  warehouseId: '',
  salesMemberId: '',
  receiver: '',
  receiverPhone: '',
  province: '',
  city: '',
  district: '',
  address: '',
  expectDate: '',
  payMethod: 'BALANCE',
  expense: '',
  freight: '0.00',
  remark: '',
  internalRemark: '',
  attachments: [],
  lines: [blankRow()],
});

type Units = readonly Pick<SkuUnit, 'unitId' | 'name'>[];
const pickUnits = (units: Units) => units.map(({ unitId, name }) => ({ unitId, name }));

function ruleOf({ moq, multiple, units, baseUnitId }: PickedSku): string {
  const unit = units.find((one) => one.unitId === baseUnitId)?.name ?? '';
  return [Number(moq) > 1 && `起订${Number(moq)}${unit}`, Number(multiple) > 1 && `${Number(multiple)}${unit}的倍数`].filter(Boolean).join('，');
}

export const rowOfSku = (sku: PickedSku, qty = ''): FormRow => ({
  ...blankRow(),
  skuId: sku.skuId,
  skuCode: sku.skuCode,
  name: sku.name,
  spec: [sku.spec, sku.saleText].filter(Boolean).join(' '),
  image: sku.image,
  rule: ruleOf(sku),
  unitId: sku.baseUnitId,
  units: pickUnits(sku.units),
  qty: qty || (/[1-9]/.test(sku.moq) ? sku.moq : ''),
});

/** The goods and destination of an order as a new one: today's prices, nothing by hand, no gifts. */
export const draftFrom = (order: OrderDetail | DealerOrderDetail): FormDraft => ({
  ...draftOf(order),
  expense: '',
  expectDate: '',
  lines: draftOf(order)
    .lines.filter((row) => !row.gift)
    .map((row) => ({ ...row, id: '', manualPrice: '', manualReason: '' })),
});

/** A stored order in the form; units other than the line's own arrive when its SKU is looked up. */
export function draftOf(order: OrderDetail | DealerOrderDetail): FormDraft {
  const full = 'warehouseId' in order ? order : null;
  return {
    ...blankDraft(order.customerId),
    projectId: order.projectId ?? '',
    type: order.type === 'SAMPLE' ? 'SAMPLE' : 'NORMAL',
    warehouseId: full?.warehouseId ?? '',
    salesMemberId: full?.salesMemberId ?? '',
    receiver: order.receiver,
    receiverPhone: order.receiverPhone,
    province: order.province,
    city: order.city,
    district: order.district,
    address: order.address,
    expectDate: order.expectDate ?? '',
    payMethod: offered(order.payMethod),
    expense: /[1-9]/.test(order.expenseAsked) ? order.expenseAsked : '',
    freight: order.freight,
    remark: order.remark,
    internalRemark: full?.internalRemark ?? '',
    lines: order.lines.map((line) => ({
      ...blankRow(),
      id: line.id,
      skuId: line.skuId,
      skuCode: line.skuCode,
      name: line.name,
      spec: [line.spec, line.saleText].filter(Boolean).join(' '),
      image: line.image,
      unitId: line.unitId,
      units: [{ unitId: line.unitId, name: line.unitName }],
      qty: line.qty,
      gift: line.gift,
      manualPrice: line.priceSource === 'MANUAL' ? line.price : '',
      manualReason: 'manualReason' in line ? (line.manualReason as string) : '',
      remark: line.remark,
    })),
  };
}

export type OrderWire = InputOf<typeof orderPlace>;

/** The lines to send, each with the price it is shown at. */
export const linesToSend = (rows: readonly FormRow[], shownPrice: (row: FormRow) => string): OrderWire['lines'] =>
  rows
    .filter((row) => row.skuId !== '')
    .map((row, index, all) => ({
      // A row copied in the form is a line of its own.
      id: all.findIndex((one) => one.id === row.id) === index ? row.id : '',
      skuId: row.skuId,
      unitId: row.unitId,
      qty: row.qty,
      price: row.price || shownPrice(row),
      gift: row.gift,
      manualPrice: row.manualPrice,
      manualReason: row.manualReason,
      remark: row.remark,
    }));

/** The server counts the lines it got, the form its rows. */
export const rowOfLine = (rows: readonly FormRow[]): number[] => rows.flatMap((row, index) => (row.skuId === '' ? [] : [index]));
