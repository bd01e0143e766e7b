import type { ImportRow, Report } from '~/server/import.server';
import { choice, code, date, decimal, text, yesNo } from '~/server/sheet/fields';
import type { OrderInput } from '../form/orderInput.schema';

export const MOST_LINES = 200;
export const columns = {
  externalNo: {
    title: '外部单号',
    field: code(40),
    required: true,
    aliases: ['来源单号', '客户订单号', '订单号'],
    note: '同一外部单号的多行是一张订单',
    sample: 'PO-20260615-01',
  },
  customer: { title: '客户编码', field: code(40), required: true, sample: 'C001' },
  sku: { title: 'SKU编码', field: code(40), required: true, aliases: ['商品编码', '物料编码'], sample: 'FS-001' },
  unit: { title: '单位', field: text(20), note: '留空按基本单位', sample: '箱' },
  qty: { title: '数量', field: decimal({ digits: 4, positive: true, whole: 9 }), required: true, sample: '100' },
  price: { title: '手工价(元)', field: decimal({ digits: 6 }), aliases: ['手工价', '单价'], note: '留空按当前取价；需要手工改价权限', sample: '' },
  priceReason: { title: '改价原因', field: text(100), note: '填写手工价时必填', sample: '' },
  gift: { title: '赠品', field: yesNo, note: '留空为否；需要手工改价权限', sample: '' },
  payMethod: {
    title: '支付方式',
    field: choice({ 线下付款: 'OFFLINE', 资金账户: 'BALANCE' } as const),
    note: '留空为线下付款',
    sample: '线下付款',
  },
  project: { title: '项目编号', field: code(40), note: '该客户进行中的项目', sample: '' },
  receiver: { title: '收货人', field: text(30), note: '收货信息全部留空时用客户的默认地址', sample: '' },
  phone: { title: '电话', field: code(20), sample: '' },
  province: { title: '省', field: text(30), sample: '' },
  city: { title: '市', field: text(30), sample: '' },
  district: { title: '区', field: text(30), sample: '' },
  address: { title: '详细地址', field: text(120), sample: '' },
  expectDate: { title: '期望到货日', field: date, note: '不能早于今天', sample: '' },
  lineRemark: { title: '行备注', field: text(200), sample: '' },
  remark: { title: '订单备注', field: text(200), sample: '' },
};
export type Cols = typeof columns;
export type Row = ImportRow<Cols>;
export type Told = Report<Cols>;
/** Cells that belong to the order: every filled one of a group must say the same. */
export const ofOrder = ['customer', 'payMethod', 'project', 'receiver', 'phone', 'province', 'city', 'district', 'address', 'expectDate', 'remark'] as const;
export const ofPlace = ['receiver', 'phone', 'province', 'city', 'district', 'address'] as const;

export interface Planned {
  rows: Row[];
  input: OrderInput;
}
export type Plan = Map<string, Planned>;
