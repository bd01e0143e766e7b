import { z } from 'zod';
import { FileKey } from '~/domains/file/attachment.schema';
import { REAL_AUTH_MANAGE, REAL_AUTH_REVIEW } from '~/portal/permissions';
import { factory, get, may, post, read } from '~/shared/endpoint';
import { Id, RowVersion } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  Company,
  GroupSaved,
  IdentityVerificationInput,
  MyIdentityVerification,
  OpenInfo,
  QueueQuery,
  QueueRow,
  ReviewDecision,
  ReviewDetail,
  ReviewRef,
  SonsQuery,
  TenantApplication,
} from './identityVerification.schema';

const own = may(REAL_AUTH_MANAGE);
const review = may(REAL_AUTH_REVIEW);
const Nothing = z.object({});

export const identityVerificationMine = read('/saas-boss/realName/mine', own, Nothing, MyIdentityVerification, { title: '本企业与本人的实名认证' });
export const identityVerificationSubmit = post('/saas-boss/realName/submit', own, IdentityVerificationInput, z.object({ id: Id }), {
  title: '提交实名认证或变更',
});
export const identityVerificationWithdraw = post('/saas-boss/realName/withdraw', own, z.object({ id: Id, version: RowVersion }), Nothing, {
  title: '撤回待审核的认证申请',
});
export const openInfo = read('/saas-boss/tenant/openInfo', own, Nothing, OpenInfo, { title: '开通的模块、到期与配额' });
export const tenantApplications = read('/saas-boss/tenant/applications', factory, Nothing, z.object({ applications: z.array(TenantApplication) }), {
  title: '本企业已开通与未开通的模块',
});
export const companySons = read('/saas-boss/tenant/sons', factory, SonsQuery, z.object({ sons: z.array(Company) }), { title: '下级企业' });
export const companyGroupSave = post('/saas-boss/tenant/parent', review, GroupSaved, Nothing, { title: '设置企业的上级企业（平台运营）' });

export const reviewQueue = read('/saas-boss/realName/review/page', review, QueueQuery, pageOf(QueueRow), { title: '实名认证审核队列（平台运营）' });
export const reviewDetail = read('/saas-boss/realName/review/detail', review, ReviewRef, ReviewDetail, { title: '实名认证申请详情（平台运营）' });
export const reviewReveal = post(
  '/saas-boss/realName/review/reveal',
  review,
  ReviewRef,
  z.object({ idCard: z.string(), bankAccount: z.string(), mobile: z.string() }),
  { title: '查看完整证件号（留痕）' },
);
export const reviewDocument = get('/saas-boss/realName/review/document', review, ReviewRef.extend({ fileKey: FileKey }), z.any(), {
  title: '查看认证材料（平台运营）',
});
export const reviewDecide = post('/saas-boss/realName/review/decide', review, ReviewDecision, z.object({ id: Id }), { title: '通过或驳回实名认证' });
