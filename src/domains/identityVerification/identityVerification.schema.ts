import { z } from 'zod';
import { AttachedFiles, Attachment } from '~/domains/file/attachment.schema';
import { Id, Instant, RowVersion, Text } from '~/shared/fields.schema';
import { idCardProblem, isMobile } from '~/shared/identifiers';
import { PageQuery, tells } from '~/shared/page.schema';
import { usccProblem } from '~/shared/uscc';

const Kind = z.enum(['ENTERPRISE', 'PERSON'], '请选择认证类型');

const Base = z.object({
  kind: Kind,
  companyName: z.string().trim().max(60, '企业名称长度不能超过60个字').default(''),
  uscc: z.string().trim().max(30).default(''),
  personName: Text(30, '姓名'),
  idCard: z.string().trim().toUpperCase().max(18),
  mobile: z.string().trim().max(11).default(''),
  bankName: z.string().trim().max(60, '开户行长度不能超过60个字').default(''),
  bankAccount: z
    .string()
    .trim()
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .default(''),
  attachments: AttachedFiles,
});

function check(input: z.output<typeof Base>, context: z.RefinementCtx): void {
  const bad = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const card = idCardProblem(input.idCard);
  if (card) bad('idCard', `身份证号${card}`);
  if (input.mobile && !isMobile(input.mobile)) bad('mobile', '手机号应为以1开头的11位数字');
  if (input.bankAccount && !/^\d{8,30}$/.test(input.bankAccount)) bad('bankAccount', '银行账号应为8到30位数字');
  if (input.attachments.length === 0) bad('attachments', input.kind === 'ENTERPRISE' ? '请上传营业执照' : '请上传身份证照片');
  if (input.kind === 'PERSON') return;
  if (input.companyName === '') bad('companyName', '企业名称不能为空');
  const code = usccProblem(input.uscc);
  if (code) bad('uscc', `统一社会信用代码${code}`);
  if (input.bankName === '') bad('bankName', '开户行不能为空');
  if (input.bankAccount === '') bad('bankAccount', '对公账号不能为空');
}
export const IdentityVerificationInput = Base.superRefine(check);
export type IdentityVerificationInput = z.output<typeof IdentityVerificationInput>;

/** As applicants see their own; numbers are masked. */
export const Application = z.object({
  id: z.string(),
  kind: Kind,
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'REPLACED']),
  companyName: z.string(),
  uscc: z.string(),
  personName: z.string(),
  idCard: z.string(),
  mobile: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  reason: z.string(),
  applicant: z.string(),
  submittedAt: Instant,
  decider: z.string(),
  decidedAt: Instant.nullable(),
  version: z.number(),
});
export type Application = z.input<typeof Application>;

const Subject = z.object({ standing: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED', 'CHANGING']), applications: z.array(Application) });
export const MyIdentityVerification = z.object({ company: z.string(), uscc: z.string(), enterprise: Subject, person: Subject, operator: z.boolean() });
export type MyIdentityVerification = z.input<typeof MyIdentityVerification>;

export const QueueQuery = tells(
  PageQuery.extend({
    status: z.enum(['', 'PENDING', 'APPROVED', 'REJECTED']).default(''),
    kind: Kind.optional(),
    keyword: z.string().trim().max(60).default(''),
  }),
  { keyword: [] },
);
export const QueueRow = Application.extend({ tenantId: z.string(), tenantName: z.string() });
export type QueueRow = z.input<typeof QueueRow>;
const TenantId = z.string().regex(/^\d{1,18}$/, '编号格式不正确');
const At = z.object({ tenantId: TenantId, id: Id });

/** A company on the platform. */
export const Company = z.object({ tenantId: z.string(), tenantCode: z.string(), tenantName: z.string() });
export const SonsQuery = z.object({ tenantId: z.union([z.literal(''), TenantId], '编号格式不正确').default('') });
export const GroupSaved = z.object({ tenantId: TenantId, parentCode: z.string().trim().max(30).default('') });
export const TenantApplication = z.object({ tag: z.string(), name: z.string(), open: z.boolean(), expiresOn: z.string() });

export const ReviewRef = At;
export const ReviewDetail = QueueRow.extend({
  documents: z.array(Attachment),
  /** Other tenants or people that proved the same paper. */
  sameCard: z.array(z.string()),
  sameCode: z.array(z.string()),
  /** The company it belongs to. */
  parent: Company.nullable(),
});
export type ReviewDetail = z.input<typeof ReviewDetail>;
export const ReviewDecision = At.extend({
  version: RowVersion,
  pass: z.boolean(),
  reason: z.string().trim().max(200, '驳回原因长度不能超过200个字').default(''),
}).refine((decision) => decision.pass || decision.reason !== '', { path: ['reason'], message: '请填写驳回原因' });

export const OpenInfo = z.object({
  company: z.string(),
  code: z.string(),
  uscc: z.string(),
  standing: Subject.shape.standing,
  openedAt: Instant,
  expiresOn: z.string(),
  parent: Company.nullable(),
  sons: z.array(Company),
  /** Whole days until it ends; null when it does not. */
  daysLeft: z.number().nullable(),
  modules: z.array(z.object({ name: z.string(), open: z.boolean() })),
  quotas: z.array(z.object({ name: z.string(), used: z.number(), limit: z.number().nullable(), unit: z.string(), note: z.string() })),
});
export type OpenInfo = z.input<typeof OpenInfo>;
