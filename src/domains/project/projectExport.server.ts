import { PROJECT_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { ProjectQuery } from './project';
import { listProjects } from './project.server';
import { projectKinds, projectStages, projectStates } from './projectState';

/** Keys are those of the list's columns. */
export const projectExport = defineExport({
  type: 'project',
  title: '工程项目',
  permission: PROJECT_MANAGE,
  query: ProjectQuery,
  filters: {
    keyword: '项目',
    customerId: '客户',
    status: '状态',
    stage: '阶段',
    developer: '开发商',
    kind: '类型',
    salesMemberId: '业务员',
    region: '所在地区',
    endStart: '计划完工起',
    endEnd: '计划完工止',
  },
  rows: listProjects,
  columns: [
    { key: 'code', title: '项目编号' },
    { key: 'name', title: '项目名称', width: 32 },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'developer', title: '开发商' },
    { key: 'kind', title: '类型', value: (row) => projectKinds[row.kind as keyof typeof projectKinds] },
    { key: 'stage', title: '阶段', value: (row) => projectStages[row.stage as keyof typeof projectStages] },
    { key: 'place', title: '省', value: (row) => row.province },
    { key: 'place', title: '市', value: (row) => row.city },
    { key: 'place', title: '区', value: (row) => row.district },
    { key: 'expectedQty', title: '预计用量', kind: 'qty' },
    { key: 'expectedQty', title: '计量单位', value: (row) => row.expectedUnit },
    { key: 'expectedAmount', title: '预计金额(元)', kind: 'yuan' },
    { key: 'orderCount', title: '订单数', kind: 'number' },
    { key: 'orderAmount', title: '已下单(元)', kind: 'yuan' },
    { key: 'startDate', title: '计划开工', kind: 'date' },
    { key: 'endDate', title: '计划完工', kind: 'date' },
    { key: 'salesName', title: '业务员' },
    { key: 'status', title: '状态', value: (row) => projectStates[row.status as keyof typeof projectStates] },
    { key: 'createdAt', title: '登记时间', kind: 'time' },
  ],
});
