import { CONTRACT_CREATE, CONTRACT_MANAGE, CONTRACT_SEAL, CONTRACT_TEMPLATE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { certificateKinds, certificateStates } from './certificate';
import { CertificateQuery } from './certificate.schema';
import { listCertificates } from './certificates.server';
import { contractKinds, contractStates, rescissions, tabs, templateStates } from './contract';
import { ContractQuery } from './contract.schema';
import { TemplateQuery } from './template.schema';
import { listTemplates } from './templates.server';
import { contractRows } from './views.server';

export const contractExport = defineExport({
  type: 'contract',
  title: '合同',
  permission: CONTRACT_MANAGE,
  dealers: true,
  query: ContractQuery,
  filters: {
    no: '合同编号',
    title: '合同名称',
    kind: ['类型', contractKinds],
    tab: ['状态', tabs],
    customerId: '客户',
    bizId: '关联单据',
    deadlineStart: '截止日期起',
    deadlineEnd: '截止日期止',
  },
  rows: contractRows,
  columns: [
    { key: 'no', title: '合同编号' },
    { key: 'title', title: '合同名称', width: 40 },
    { key: 'kind', title: '类型', value: (row) => contractKinds[row.kind] },
    { key: 'customerName', title: '客户', width: 32, factory: true },
    { key: 'bizNo', title: '关联单据' },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'status', title: '状态', value: (row) => contractStates[row.status] },
    { key: 'signed', title: '签署进度', value: (row) => `${row.signed}/${row.signers}` },
    { key: 'deadline', title: '签署截止', kind: 'date' },
    { key: 'validFrom', title: '生效日期', kind: 'date' },
    { key: 'validTo', title: '终止日期', kind: 'date' },
    { key: 'rescission', title: '解约', value: (row) => rescissions[row.rescission] },
    { key: 'startedAt', title: '发起时间', kind: 'time' },
    { key: 'endedAt', title: '完成时间', kind: 'time' },
    { key: 'creator', title: '创建人', factory: true },
  ],
});

export const certificateExport = defineExport({
  type: 'contract-certificate',
  title: '数字证书',
  permission: CONTRACT_SEAL,
  query: CertificateQuery,
  filters: { kind: ['类型', certificateKinds], state: ['状态', certificateStates], customerId: '客户', serial: '证书序列号' },
  rows: listCertificates,
  columns: [
    { key: 'name', title: '证书主体', width: 32 },
    { key: 'kind', title: '类型', value: (row) => certificateKinds[row.kind] },
    { key: 'issuer', title: '颁发者', width: 32 },
    { key: 'provided', title: '私钥保管', value: (row) => (row.provided ? '证书服务商' : '本系统') },
    { key: 'serial', title: '序列号', width: 40 },
    { key: 'validFrom', title: '生效时间', kind: 'time' },
    { key: 'validTo', title: '到期时间', kind: 'time' },
    { key: 'state', title: '状态', value: (row) => certificateStates[row.state] },
    { key: 'uses', title: '签署次数', value: (row) => (row.uses >= 1000 ? '1000+' : String(row.uses)) },
    { key: 'revokedAt', title: '吊销时间', kind: 'time' },
    { key: 'revokedBy', title: '吊销人' },
    { key: 'revokeReason', title: '吊销说明', width: 32 },
  ],
});

export const templateExport = defineExport({
  type: 'contract-template',
  title: '合同模板',
  permission: [CONTRACT_TEMPLATE, CONTRACT_CREATE],
  query: TemplateQuery,
  filters: { name: '模板名称', kind: ['合同类型', contractKinds], status: ['状态', templateStates] },
  rows: listTemplates,
  columns: [
    { key: 'name', title: '模板名称', width: 32 },
    { key: 'kind', title: '合同类型', value: (row) => contractKinds[row.kind] },
    { key: 'currentNo', title: '版本', value: (row) => `第${row.currentNo}版` },
    { key: 'uses', title: '已起草合同', value: (row) => (row.uses >= 1000 ? '1000+' : String(row.uses)) },
    { key: 'status', title: '状态', value: (row) => templateStates[row.status as 'ENABLED'] },
    { key: 'remark', title: '备注', width: 32 },
    { key: 'updater', title: '更新人' },
    { key: 'updatedAt', title: '更新时间', kind: 'time' },
  ],
});
