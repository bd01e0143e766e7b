import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { dealerOr, factory, get, may, post, read } from '~/shared/endpoint';
import { Id, OptionalId, RowVersion } from '~/shared/fields.schema';
import { pageOf, tells } from '~/shared/page.schema';
import {
  Address,
  AddressForm,
  BindForm,
  CustomerDetail,
  CustomerInput,
  CustomerLevel,
  CustomerOption,
  CustomerQuery,
  CustomerRow,
  CustomerUpdate,
  Duplicate,
  LevelForm,
} from './customer.schema';

const manage = may(codes.CUSTOMER_MANAGE);
/** Whoever makes or reads documents of customers must be able to name one. */
const traders = [
  codes.CUSTOMER_MANAGE,
  codes.ORDER_MANAGE,
  codes.ORDER_ADD,
  codes.ORDER_EDIT,
  codes.ORDER_CHANGE,
  codes.ORDER_AUDIT,
  codes.DELIVER_MANAGE,
  codes.DELIVER_ADD,
  codes.PRICE_MANAGE,
  codes.PRICE_CUSTOMER,
  codes.FUND_MANAGE,
  codes.FUND_ENTER,
  codes.STOCK_MANAGE,
] as const;
const Saved = z.object({ id: z.string(), code: z.string() });

export const customerList = read('/saas-boss/customer/list', manage, CustomerQuery, pageOf(CustomerRow), { title: '客户列表' });
export const customerGet = read('/saas-boss/customer/get', manage, z.object({ id: Id }), CustomerDetail, { title: '客户详情' });
export const customerCreate = post('/saas-boss/customer/create', manage, CustomerInput, Saved, { title: '新建客户' });
export const customerUpdate = post('/saas-boss/customer/update', manage, CustomerUpdate, Saved, {
  title: '编辑客户',
  keepsHidden: ['contactMobile', 'idCard'],
});
export const customerDelete = post('/saas-boss/customer/delete', manage, z.object({ id: Id, version: RowVersion }), z.object({}), {
  title: '删除未使用的客户',
});
export const customerReveal = post('/saas-boss/customer/reveal', manage, z.object({ id: Id }), z.object({ idCard: z.string(), contactMobile: z.string() }), {
  title: '查看客户完整证件号与手机号（留痕）',
});
export const customerDuplicates = read(
  '/saas-boss/customer/duplicates',
  manage,
  z.object({
    id: OptionalId,
    name: z.string().max(60).default(''),
    uscc: z.string().max(18).default(''),
    mobile: z.string().max(11).default(''),
  }),
  z.object({ duplicates: z.array(Duplicate) }),
  { title: '疑似重复客户' },
);

export const customerPasswordLink = post(
  '/saas-boss/customer/passwordLink',
  manage,
  z.object({ customerId: Id, bindingId: Id }),
  z.object({ mobile: z.string() }),
  { title: '重新发送设置密码短信' },
);
export const customerBind = post('/saas-boss/customer/bind', manage, BindForm.extend({ customerId: Id }), z.object({ created: z.boolean() }), {
  title: '绑定客户账号',
});
export const customerUnbind = post('/saas-boss/customer/unbind', manage, z.object({ customerId: Id, bindingId: Id }), z.object({}), { title: '解绑客户账号' });

export const customerSearch = read(
  '/saas-boss/customer/search',
  may(...traders, codes.CREDIT_QUOTA, codes.CREDIT_APPLY, codes.CREDIT_CONFIG),
  tells(z.object({ keyword: z.string().trim().max(60).default(''), ids: z.array(Id).max(200).default([]), activeOnly: z.boolean().default(false) }), {
    keyword: ['mobile', 'idCard'],
  }),
  z.object({ customers: z.array(CustomerOption) }),
  { title: '选择客户' },
);
export const customerAddresses = read(
  '/saas-boss/customer/addresses',
  dealerOr(...traders),
  z.object({ customerId: OptionalId }),
  z.object({ addresses: z.array(Address) }),
  { title: '客户收货地址（经销商取自己的）' },
);
const AddressSave = AddressForm.extend({ id: OptionalId, customerId: OptionalId });
export const addressSave = post(
  '/saas-boss/customer/address/save',
  dealerOr(codes.CUSTOMER_MANAGE, codes.ORDER_ADD, codes.ORDER_EDIT),
  AddressSave,
  z.object({ id: z.string() }),
  { title: '保存收货地址', keepsHidden: ['phone'] },
);
export const addressDelete = post('/saas-boss/customer/address/delete', dealerOr(codes.CUSTOMER_MANAGE), z.object({ id: Id }), z.object({}), {
  title: '删除收货地址',
});

export const customerLevels = read(
  '/saas-boss/customer/levels',
  factory,
  z.object({ dictCategoryCode: z.literal('customer_level').default('customer_level') }),
  z.object({ levels: z.array(CustomerLevel) }),
  { title: '客户级别' },
);
export const levelSave = post('/saas-boss/customer/level/save', manage, LevelForm.extend({ id: OptionalId }), z.object({ id: z.string() }), {
  title: '保存客户级别',
});
export const levelDelete = post('/saas-boss/customer/level/delete', manage, z.object({ id: Id }), z.object({}), { title: '删除未使用的客户级别' });
export const customerTags = get(
  '/saas-boss/customer/tags',
  may(codes.CUSTOMER_MANAGE),
  z.object({}),
  z.object({ tags: z.array(z.object({ name: z.string(), customers: z.number() })) }),
  { title: '客户标签' },
);
export const salesMembers = get(
  '/saas-boss/customer/salesMembers',
  factory,
  z.object({}),
  z.object({ members: z.array(z.object({ id: z.string(), name: z.string() })) }),
  { title: '业务员' },
);
