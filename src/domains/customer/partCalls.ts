import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { factory, may, post, read } from '~/shared/endpoint';
import { Id, OptionalId, RowVersion } from '~/shared/fields.schema';
import { RowResults } from '~/shared/rowResults.schema';
import { MergeInput, MergePair, MergePreview } from './customerMerge.schema';
import { AreaForm, ContactForm, InvoiceTitleForm, SalesArea, SettingsInput, TransferDone, TransferInput } from './customerParts.schema';

const C = '/saas-boss/customer';
const manage = may(codes.CUSTOMER_MANAGE);
const One = z.object({ id: Id });
const Made = z.object({ id: z.string() });
const Nothing = z.object({});

export const contactSave = post(`${C}/contact/save`, manage, ContactForm.extend({ id: OptionalId, customerId: Id, isMain: z.boolean().default(false) }), Made, {
  title: '保存客户联系人',
  keepsHidden: ['mobile'],
});
export const contactDelete = post(`${C}/contact/delete`, manage, One, Nothing, { title: '删除客户联系人' });
export const contactMain = post(`${C}/contact/main`, manage, One, Nothing, { title: '设为主联系人' });
export const contactReveal = post(
  `${C}/contact/reveal`,
  manage,
  z.object({ customerId: Id }),
  z.object({ contacts: z.array(z.object({ id: z.string(), mobile: z.string() })) }),
  { title: '查看联系人完整号码（留痕）' },
);
export const titleSave = post(`${C}/invoiceTitle/save`, manage, InvoiceTitleForm.safeExtend({ id: OptionalId, customerId: Id }), Made, {
  title: '保存开票抬头',
});
export const titleDelete = post(`${C}/invoiceTitle/delete`, manage, One, Nothing, { title: '删除开票抬头' });
export const titleReveal = post(`${C}/invoiceTitle/reveal`, manage, One, z.object({ bankAccount: z.string() }), { title: '查看完整银行账号（留痕）' });
export const helpersSet = post(`${C}/helpers/set`, manage, z.object({ customerId: Id, memberIds: z.array(Id).max(20, '协作人最多20位') }), Nothing, {
  title: '设置协作人',
});

export const areaList = read('/saas-boss/salesArea/list', factory, z.object({}), z.object({ areas: z.array(SalesArea) }), { title: '销售区域树' });
export const areaSave = post(
  '/saas-boss/salesArea/save',
  manage,
  AreaForm.extend({ id: OptionalId, parentId: OptionalId, version: z.number().int().min(0).default(0) }),
  Made,
  { title: '保存销售区域' },
);
export const areaDelete = post('/saas-boss/salesArea/delete', manage, One, Nothing, { title: '删除未使用的销售区域' });

const transfer = may(codes.CUSTOMER_TRANSFER);
export const customerTransfer = post(`${C}/transfer`, transfer, TransferInput, TransferDone, { title: '转移客户给其他业务员' });
export const transferCount = read(`${C}/transferCount`, transfer, TransferInput.pick({ ids: true }), TransferDone, { title: '转移将带走的订单与项目' });

const merge = may(codes.CUSTOMER_MERGE);
export const mergePreview = read(`${C}/merge/preview`, merge, MergePair, MergePreview, { title: '合并客户前的对比' });
export const customerMerge = post(`${C}/merge/do`, merge, MergeInput, Made, { title: '合并客户' });
export const mergeUndo = post(`${C}/merge/undo`, merge, One, z.object({ fromId: z.string() }), { title: '撤销合并' });

export const customerMove = post(
  `${C}/move`,
  manage,
  z.object({
    items: z
      .array(z.object({ id: Id, version: RowVersion }))
      .min(1, '请选择客户')
      .max(200, '一次最多200个客户'),
    status: z.enum(['ACTIVE', 'DISABLED', 'ENDED'], '客户状态不正确'),
    reason: z.string().trim().max(200, '原因长度不能超过200个字').default(''),
  }),
  RowResults,
  { title: '转为合作、暂停、恢复或终止客户' },
);
export const customerSet = post(`${C}/batchSet`, manage, SettingsInput, RowResults, { title: '批量设置客户级别、销售区域或账期' });
