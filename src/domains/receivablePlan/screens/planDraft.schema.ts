import { z } from 'zod';
import type { PlanDetail } from '../plan.schema';

export const money = /^\d{1,12}(\.\d{1,2})?$/;
export const Line = z.object({
  nature: z.string(),
  ratio: z.string(),
  amount: z.string().regex(money, '请填写金额，最多两位小数'),
  dueBy: z.string(),
  dueDays: z.string().regex(/^\d{0,4}$/, '请填写天数'),
  dueDate: z.string(),
  remark: z.string().max(100, '备注长度不能超过100个字'),
});
export type Line = z.infer<typeof Line>;
export const Stage = z.object({
  nature: z.string(),
  ratio: z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, '请填写比例'),
  dueBy: z.string(),
  dueDays: z.string().regex(/^\d{0,4}$/, '请填写天数'),
});
export type Stage = z.infer<typeof Stage>;
/** What the form holds; the server checks the same rules again. */
export const Draft = z.object({
  source: z.string(),
  customerId: z.string().min(1, '请选择客户'),
  title: z.string().trim().min(1, '请填写计划名称').max(80, '计划名称长度不能超过80个字'),
  contractNo: z.string().max(60, '合同号长度不能超过60个字'),
  projectId: z.string(),
  orderId: z.string(),
  creditOrderId: z.string(),
  contractId: z.string(),
  bankLineId: z.string(),
  warrantyDays: z.string().regex(/^\d{1,4}$/, '请填写天数'),
  total: z.string(),
  signedOn: z.string(),
  ownerId: z.string(),
  collectorId: z.string(),
  remark: z.string().max(300, '备注长度不能超过300个字'),
  items: z.array(Line),
  stages: z.array(Stage),
});
export type Draft = z.infer<typeof Draft>;

export const newLine = (): Line => ({ nature: 'PROGRESS', ratio: '', amount: '', dueBy: 'DATE', dueDays: '0', dueDate: '', remark: '' });
export const blank: Draft = {
  source: 'MANUAL',
  customerId: '',
  title: '',
  contractNo: '',
  projectId: '',
  orderId: '',
  creditOrderId: '',
  contractId: '',
  bankLineId: '',
  warrantyDays: '365',
  total: '',
  signedOn: '',
  ownerId: '',
  collectorId: '',
  remark: '',
  items: [{ ...newLine(), nature: 'ADVANCE', dueBy: 'SIGN' }, newLine(), { ...newLine(), nature: 'RETENTION', dueBy: 'WARRANTY' }],
  stages: [],
};
export const draftOf = (plan: PlanDetail): Draft => ({
  source: plan.source,
  customerId: plan.customerId,
  title: plan.title,
  contractNo: plan.contractNo,
  projectId: plan.projectId ?? '',
  orderId: plan.orderId ?? '',
  creditOrderId: plan.creditOrderId ?? '',
  contractId: plan.contractId ?? '',
  bankLineId: plan.bankLineId ?? '',
  warrantyDays: String(plan.warrantyDays),
  total: plan.total,
  signedOn: plan.signedOn ?? '',
  ownerId: plan.ownerId ?? '',
  collectorId: plan.collectorId ?? '',
  remark: plan.remark,
  items: plan.items.map((item) => ({
    nature: item.nature,
    ratio: '',
    amount: item.amount,
    dueBy: item.dueBy,
    dueDays: String(item.dueDays),
    dueDate: item.dueDate ?? '',
    remark: item.remark,
  })),
  stages: plan.stages.map((stage) => ({ nature: stage.nature, ratio: String(stage.ppm / 10_000), dueBy: stage.dueBy, dueDays: String(stage.dueDays) })),
});

export const ppmOf = (ratio: string): number => Math.round(Number(ratio || '0') * 10_000);
