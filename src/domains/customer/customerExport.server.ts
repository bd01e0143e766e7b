import { placeColumns } from '~/domains/region/place.server';
import { CUSTOMER_EXPORT, FUND_MANAGE } from '~/portal/permissions';
import { filterNames } from '~/server/documentFields.server';
import { defineExport } from '~/server/export.server';
import { CustomerQuery } from './customer.schema';
import { customerFields, customerFilters } from './customerFields';
import { listCustomers } from './customerList.server';
import { customerStates, customerTypes, idleNames } from './customerNames';

/** Keys are those of the list's columns; numbers are masked as the list masks them. */
export const customerExport = defineExport({
  type: 'customer',
  title: '客户',
  permission: CUSTOMER_EXPORT,
  query: CustomerQuery,
  filters: {
    keyword: '客户',
    status: '状态',
    scene: '范围',
    ...filterNames(customerFields, customerFilters),
    overdue: '有逾期',
    idleDays: ['多久未下单', idleNames],
    tag: '标签',
    regionLabel: '一级区域',
    salesAreaId: '销售区域',
    region: '所在地区',
    customerType: '客户类型',
    mobile: '手机号',
    code: '客户编码',
  },
  rows: listCustomers,
  columns: [
    { key: 'name', title: '客户名称', width: 32 },
    { key: 'code', title: '编码' },
    { key: 'customerType', title: '类型', value: (row) => customerTypes[row.customerType] ?? '企业' },
    { key: 'levelName', title: '等级' },
    { key: 'tags', title: '标签' },
    { key: 'regionLabel', title: '区域' },
    { key: 'salesName', title: '业务员' },
    { key: 'openReceivable', title: '应收(元)', kind: 'yuan', only: FUND_MANAGE },
    { key: 'overdue', title: '逾期(元)', kind: 'yuan', only: FUND_MANAGE },
    { key: 'lastOrderAt', title: '最近下单', kind: 'time' },
    { key: 'status', title: '状态', value: (row) => customerStates[row.status] },
    { key: 'contactName', title: '联系人' },
    { key: 'contactMobile', title: '手机号' },
    ...placeColumns,
    { key: 'paymentDays', title: '账期(天)', kind: 'number' },
    { key: 'accountCount', title: '登录账号', kind: 'number' },
    { key: 'createdAt', title: '建档时间', kind: 'time' },
  ],
});
