import { documentFields } from '~/shared/documentFields';
import { stepTable } from '~/shared/states';

export const projectStates = { ACTIVE: '进行中', PAUSED: '已暂停', DONE: '已完工', CLOSED: '已终止' } as const;
export type ProjectState = keyof typeof projectStates;
/** 已终止 is the end. */
export const isEditable = (state: string): boolean => state !== 'CLOSED';
export const projectKinds = { RESIDENCE: '住宅', COMMERCE: '商业', PUBLIC: '公建', INDUSTRY: '工业', MUNICIPAL: '市政', OTHER: '其他' } as const;
export const projectStages = {
  LEAD: '前期跟进',
  DESIGN: '设计选型',
  BIDDING: '招投标',
  SIGNED: '已签约',
  BUILDING: '施工供货',
  ACCEPTANCE: '竣工验收',
} as const;

export const projectFields = documentFields({
  code: { label: '项目编号', kind: 'code', max: 30 },
  name: { label: '项目名称', kind: 'text', max: 80, required: true },
  customerId: { label: '客户', kind: 'ref', required: true },
  developer: { label: '开发商', kind: 'text', max: 60 },
  contractor: { label: '总包单位', kind: 'text', max: 60 },
  kind: { label: '项目类型', kind: 'choice', names: projectKinds, required: true, absent: 'OTHER', blank: 'RESIDENCE' },
  stage: { label: '项目阶段', kind: 'choice', names: projectStages, required: true, absent: 'LEAD' },
  province: { label: '省', kind: 'text', max: 30 },
  city: { label: '市', kind: 'text', max: 30 },
  district: { label: '区', kind: 'text', max: 30 },
  address: { label: '详细地址', kind: 'text', max: 120 },
  expectedQty: { label: '预计用量', kind: 'qty' },
  expectedUnit: { label: '计量单位', kind: 'text', max: 10 },
  expectedAmount: { label: '预计金额', kind: 'yuan' },
  startDate: { label: '计划开工', kind: 'date' },
  endDate: { label: '计划完工', kind: 'date' },
  salesMemberId: { label: '业务员', kind: 'ref' },
  remark: { label: '备注', kind: 'text', max: 300 },
});

export const projectFilters = ['customerId', 'stage', 'developer', 'kind', 'salesMemberId', 'endDate'] as const;

export const contactRoles = ['项目经理', '采购', '材料员', '技术负责人', '监理', '甲方代表', '财务'] as const;

export interface Transition {
  to: ProjectState;
  label: string;
  /** The person must say why. */
  reason: boolean;
  /** Refused while the project has orders that are not finished. */
  noOpenOrders: boolean;
}
/** What may become of a project; 已终止 is the end. */
export const projectFlow = stepTable<ProjectState, Transition>(projectStates, {
  ACTIVE: [
    { to: 'PAUSED', label: '暂停', reason: true, noOpenOrders: false },
    { to: 'DONE', label: '完工', reason: false, noOpenOrders: true },
    { to: 'CLOSED', label: '终止', reason: true, noOpenOrders: true },
  ],
  PAUSED: [
    { to: 'ACTIVE', label: '恢复', reason: false, noOpenOrders: false },
    { to: 'CLOSED', label: '终止', reason: true, noOpenOrders: true },
  ],
  DONE: [{ to: 'ACTIVE', label: '重新启用', reason: true, noOpenOrders: false }],
  CLOSED: [],
});
