import { placeSheet } from '~/domains/region/place.server';
import { sheetColumns } from '~/server/documentFields.server';
import type { ImportRow } from '~/server/import.server';
import { choice, code, mobile, text } from '~/server/sheet/fields';
import { customerFields } from './customerFields';
import { titleColumns } from './customerImportTitle.server';

const sheet = sheetColumns(customerFields, {
  code: { note: '留空由系统编号；填写已有编码时更新该客户', sample: 'KH000001' },
  name: { sample: '杭州晴川建材有限公司' },
  ...placeSheet,
  contactName: { sample: '王晴' },
  paymentDays: { note: '0到365，默认30', sample: '30' },
  tags: { note: '多个用“、”分隔，每个最多12个字，最多10个', sample: '重点客户、月结' },
});
export const columns = {
  code: sheet.code,
  name: sheet.name,
  type: { title: '客户类型', field: choice({ 企业: 2, 个人: 1 }), note: '默认企业', sample: '企业' },
  uscc: {
    title: '统一社会信用代码/身份证号',
    field: code(18),
    aliases: ['统一社会信用代码', '信用代码', '身份证号'],
    note: '企业填18位代码，个人填身份证号',
    sample: '',
  },
  level: { title: '客户等级', field: text(20), aliases: ['客户级别'], note: '级别名称或编码，须已建立', sample: '' },
  province: sheet.province,
  city: sheet.city,
  district: sheet.district,
  address: sheet.address,
  contactName: sheet.contactName,
  contactMobile: { title: '手机号', field: mobile, required: true, aliases: ['联系电话', '手机'], sample: '13900000001' },
  paymentDays: sheet.paymentDays,
  sales: {
    title: '业务员账号',
    field: mobile,
    aliases: ['业务员手机号'],
    note: '本企业在职成员的手机号；新客户留空时，只能看部分客户的人导入的归其本人，其他人导入的暂无业务员',
    sample: '',
  },
  area: { title: '销售区域', field: text(80), aliases: ['业务区域'], note: '名称，下级写全路径，如 南区/广东', sample: '东区' },
  ...titleColumns,
  tags: sheet.tags,
  remark: sheet.remark,
};
export type Row = ImportRow<typeof columns>;
