import { z } from 'zod';
import { CheckAnswer } from '~/domains/creditRule/rule.schema';
import { CREDIT_APPLY, CREDIT_AUDIT, CREDIT_CONFIG, CREDIT_QUOTA } from '~/portal/permissions';
import { get, may, post, read } from '~/shared/endpoint';
import { Id, RowVersion, Yuan } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  ApplyDetail,
  ApplyInput,
  ApplyOptions,
  ApplyQuery,
  ApplyReason,
  ApplyRow,
  ApplySubmit,
  GrantInput,
  MaterialForm,
  MaterialHome,
  MaterialsAnswer,
  MaterialsAsk,
  Saved,
  SuggestInput,
  Suggestion,
} from './apply.schema';
import { Guide, Operate, OperateInput, Overview } from './stats.schema';
import { SuggestRulesSchema } from './suggestRules.schema';

const CREDIT = '/saas-credit/v1/credit';
const APPLY = `${CREDIT}/creditapply`;
const Ref = z.object({ id: Id });
const sees = may(CREDIT_QUOTA, CREDIT_APPLY, CREDIT_AUDIT);

export const applyList = read(`${APPLY}/list`, sees, ApplyQuery, pageOf(ApplyRow), { title: '授信申请列表' });
export const applyGet = read(`${APPLY}/get`, sees, Ref, ApplyDetail, { title: '授信申请详情' });
export const applyForm = get(`${APPLY}/options`, sees, z.object({}), ApplyOptions, { title: '授信申请的可选项' });
export const applySuggest = read(`${APPLY}/suggest`, sees, SuggestInput, Suggestion, { title: '建议额度与现有授信' });
export const applyMaterials = read(`${APPLY}/materials`, sees, MaterialsAsk, MaterialsAnswer, { title: '授信申请需要的材料' });
export const applyPrecheck = read(
  `${APPLY}/precheck`,
  sees,
  z.object({ customerId: z.uuid('请选择客户'), creditTypeId: z.uuid('请选择授信类型'), amount: Yuan.refine((fen) => fen >= 0n, '金额不能为负数').default(0n) }),
  CheckAnswer,
  { title: '授信申请的规则预检' },
);
export const applySave = post(`${APPLY}/saveDraft`, may(CREDIT_APPLY), ApplyInput, Saved, { title: '保存或提交授信申请' });
export const applySubmit = post(`${APPLY}/submit`, may(CREDIT_APPLY), ApplySubmit, Saved, { title: '提交已保存的授信申请' });
export const applyWithdraw = post(`${APPLY}/withdraw`, may(CREDIT_APPLY), ApplyReason, Ref, { title: '撤回授信申请' });
export const applyDecide = post(
  `${APPLY}/decide`,
  may(CREDIT_AUDIT),
  ApplyReason.omit({ reason: true }).extend({
    decision: z.enum(['PASS', 'REJECT', 'RETURN'], '请选择审批结果'),
    opinion: z.string().trim().max(200, '意见长度不能超过200个字').default(''),
  }),
  Ref,
  { title: '审批授信申请' },
);

export const applyGrant = post(`${APPLY}/grant`, may(CREDIT_AUDIT), GrantInput, z.object({ id: Id, version: RowVersion }), { title: '核定授信申请的额度' });

const MoneyConfig = z.object({ config: SuggestRulesSchema, version: z.number(), levels: z.array(z.object({ id: z.string(), name: z.string() })) });
export const moneyRead = get(`${CREDIT}/config/money/get`, may(CREDIT_CONFIG), z.object({}), MoneyConfig, { title: '额度设置' });
export const moneySave = post(
  `${CREDIT}/config/money/save`,
  may(CREDIT_CONFIG),
  z.object({ config: SuggestRulesSchema, version: RowVersion.or(z.literal(0)) }),
  MoneyConfig,
  {
    title: '修改额度设置',
  },
);
export const materialList = get(`${CREDIT}/creditapprovalmaterialsconfig/get`, may(CREDIT_CONFIG), z.object({}), MaterialHome, { title: '授信材料设置' });
export const materialSave = post(`${CREDIT}/creditapprovalmaterialsconfig/save`, may(CREDIT_CONFIG), MaterialForm, Ref, { title: '新建或修改授信材料' });

const STATS = `${CREDIT}/creditstatistics`;
export const creditOverview = get(`${STATS}/overview`, may(CREDIT_QUOTA), z.object({}), Overview, { title: '赊销总览' });
export const creditOperate = read(`${STATS}/operate`, may(CREDIT_QUOTA), OperateInput, Operate, { title: '赊销运营' });
export const creditGuide = get(`${CREDIT}/opguide/get`, may(CREDIT_QUOTA, CREDIT_APPLY, CREDIT_CONFIG), z.object({}), Guide, { title: '赊销使用引导' });
