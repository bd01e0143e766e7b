import { BatchImport } from '~/domains/batch/pickers/BatchImport';

export default function CustomerImport() {
  return (
    <BatchImport
      type="customer"
      title="导入客户"
      backHref="/portal/customer/list"
      columns={[
        { title: '客户编码', note: '留空由系统编号；已有编码时更新该客户' },
        { title: '客户名称', required: true },
        { title: '客户类型', note: '企业或个人，默认企业' },
        { title: '统一社会信用代码/身份证号', note: '企业填18位信用代码，个人填身份证号' },
        { title: '客户等级', note: '级别名称或编码' },
        { title: '省' },
        { title: '市' },
        { title: '区' },
        { title: '详细地址' },
        { title: '联系人' },
        { title: '手机号', required: true },
        { title: '账期天数', note: '0到365，默认30' },
        { title: '业务员账号', note: '本企业在职成员的手机号。新客户留空时：您只能看部分客户则归您本人，否则暂无业务员' },
        { title: '销售区域', note: '名称，下级写全路径，如 南区/广东' },
        { title: '开票抬头' },
        { title: '税号' },
        { title: '开户行' },
        { title: '银行账号', note: '6到30位数字，设为文本格式' },
        { title: '备注' },
      ]}
    />
  );
}
