import { documentFields } from '~/shared/documentFields';

/** The plain fields; identity numbers, sales area and sight of stock have rules of their own in `customer.ts`. */
export const customerFields = documentFields({
  code: { label: '客户编码', kind: 'code', max: 20 },
  name: { label: '客户名称', kind: 'text', max: 60, required: true },
  shortName: { label: '简称', kind: 'text', max: 30 },
  levelId: { label: '客户级别', kind: 'ref' },
  province: { label: '省', kind: 'text', max: 30 },
  city: { label: '市', kind: 'text', max: 30 },
  district: { label: '区', kind: 'text', max: 30 },
  address: { label: '详细地址', kind: 'text', max: 120 },
  contactName: { label: '联系人', kind: 'text', max: 30 },
  contactRole: { label: '职务', kind: 'text', max: 20 },
  contactMobile: { label: '手机号', kind: 'text', max: 11 },
  email: { label: '邮箱', kind: 'text', max: 100 },
  salesMemberId: { label: '业务员', kind: 'ref' },
  paymentDays: { label: '账期天数', kind: 'int', most: 365, required: true, absent: '30' },
  tags: { label: '标签', kind: 'text', max: 130 },
  remark: { label: '备注', kind: 'text', max: 300 },
});
export const customerFilters = ['levelId', 'salesMemberId'] as const;
