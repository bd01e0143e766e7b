import { z } from 'zod';
import { AttachedFiles } from '~/domains/file/attachment.schema';
import { isBlank } from './orderForm';

const Row = z.object({
  id: z.string(),
  skuId: z.string(),
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  image: z.string().nullable(),
  /** Least quantity and step, in base units, as people read them. */
  rule: z.string(),
  unitId: z.string(),
  units: z.array(z.object({ unitId: z.string(), name: z.string() })),
  qty: z.string(),
  /** Accepted after a change of price; '' follows the quote. */
  price: z.string(),
  gift: z.boolean(),
  manualPrice: z.string().regex(/^$|^\d{1,12}(\.\d{1,6})?$/, '单价应为不小于0的数，最多六位小数'),
  manualReason: z.string().max(100, '改价原因不能超过100个字'),
  remark: z.string().max(200, '行备注不能超过200个字'),
});
export type FormRow = z.infer<typeof Row>;

/** What the entry form holds. Blank rows are left out when it is sent. */
export const FormDraft = z.object({
  customerId: z.string().min(1, '请选择客户'),
  projectId: z.string(),
  type: z.string(),
  warehouseId: z.string(),
  salesMemberId: z.string(),
  receiver: z.string().min(1, '收货人不能为空').max(30, '收货人不能超过30个字'),
  receiverPhone: z.string().regex(/^(1\d{10}|0\d{2,3}-?\d{7,8})$/, '电话应为11位手机号或带区号的固定电话'),
  province: z.string().min(1, '请选择省市区'),
  city: z.string(),
  district: z.string(),
  address: z.string().min(1, '详细地址不能为空').max(120, '详细地址不能超过120个字'),
  expectDate: z.string(),
  payMethod: z.string().min(1, '请选择支付方式'),
  expense: z.string().regex(/^$|^\d{1,13}(\.\d{1,2})?$/, '请输入金额，最多两位小数'),
  freight: z.string(),
  remark: z.string().max(200, '备注不能超过200个字'),
  internalRemark: z.string().max(200, '内部备注不能超过200个字'),
  attachments: AttachedFiles.unwrap(),
  lines: z.array(
    Row.superRefine((row, context) => {
      if (isBlank(row)) return;
      if (row.skuId === '')
        context.addIssue({ code: 'custom', path: ['skuCode'], message: row.skuCode === '' ? '请填写SKU编码' : `没有编码为“${row.skuCode}”的可订商品` });
      if (!/^\d{1,14}(\.\d{1,4})?$/.test(row.qty) || !/[1-9]/.test(row.qty)) context.addIssue({ code: 'custom', path: ['qty'], message: '请填写大于0的数量' });
    }),
  ),
});
export type FormDraft = z.input<typeof FormDraft>;
