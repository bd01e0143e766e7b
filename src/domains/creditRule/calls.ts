import { z } from 'zod';
import { CREDIT_APPLY, CREDIT_AUDIT, CREDIT_CONFIG, CREDIT_QUOTA } from '~/portal/permissions';
import { get, may, post, read } from '~/shared/endpoint';
import { Id, OptionalText, RowVersion } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { ActionQuery, ActionRow, LiftInput, RiskForm, RiskHome, WatchInput } from './risk.schema';
import {
  AccountAsk,
  AccountOptions,
  CheckAnswer,
  CheckInput,
  DryRunInput,
  RuleHome,
  RuleRow,
  RuleSave,
  RuleSwitch,
  SpecialAsk,
  SpecialQuery,
  SpecialRow,
  TraceQuery,
  TraceRow,
  TraceShown,
} from './rule.schema';

const CREDIT = '/saas-credit/v1/credit';
const RULES = `${CREDIT}/creditruleconfig`;
const Ref = z.object({ id: Id });
const Saved = z.object({ id: z.string(), version: z.number() });

export const ruleList = get(`${RULES}/get`, may(CREDIT_CONFIG), z.object({}), RuleHome, { title: '授信规则' });
export const ruleVersions = read(`${RULES}/history`, may(CREDIT_CONFIG), Ref, z.object({ versions: z.array(RuleRow) }), { title: '授信规则的版本历史' });
export const ruleSave = post(`${RULES}/save`, may(CREDIT_CONFIG), RuleSave, Saved, { title: '新建或修改授信规则（生成新版本）' });
export const ruleSwitch = post(`${RULES}/switch`, may(CREDIT_CONFIG), RuleSwitch, Saved, { title: '启用或停用授信规则' });
export const ruleDryRun = read(`${RULES}/dryRun`, may(CREDIT_CONFIG), DryRunInput, CheckAnswer, { title: '授信规则试跑' });
export const creditRuleCheck = read(`${CREDIT}/ruleCheck`, may(CREDIT_QUOTA, CREDIT_APPLY), CheckInput, CheckAnswer, { title: '授信规则检查（不留痕）' });

export const creditAccountOptions = read(`${CREDIT}/ruleCheck/accounts`, may(CREDIT_QUOTA, CREDIT_APPLY, CREDIT_CONFIG), AccountAsk, AccountOptions, {
  title: '客户的授信账户',
});
export const creditTraces = read(`${CREDIT}/ruleCheck/traces`, may(CREDIT_QUOTA), Ref, z.object({ traces: z.array(TraceRow) }), {
  title: '用信单的规则检查记录',
});
export const traceList = read(`${CREDIT}/ruleCheck/list`, may(CREDIT_QUOTA, CREDIT_CONFIG), TraceQuery, pageOf(TraceShown), {
  title: '授信规则检查记录',
});
export const specialList = read(`${CREDIT}/special/list`, may(CREDIT_QUOTA), SpecialQuery, pageOf(SpecialRow), { title: '赊销特批列表' });
export const specialAsk = post(`${CREDIT}/special/submit`, may(CREDIT_APPLY), SpecialAsk, z.object({ id: Id, no: z.string() }), { title: '申请赊销特批' });
export const specialWithdraw = post(`${CREDIT}/special/withdraw`, may(CREDIT_APPLY), Ref.extend({ version: RowVersion }), Ref, { title: '撤回赊销特批' });
export const specialDecide = post(
  `${CREDIT}/special/decide`,
  may(CREDIT_AUDIT),
  Ref.extend({ version: RowVersion, decision: z.enum(['PASS', 'REJECT']), opinion: OptionalText(200, '意见') }),
  Ref,
  { title: '审批赊销特批' },
);

export const riskConfig = get(`${CREDIT}/config/risk/get`, may(CREDIT_CONFIG), z.object({}), RiskHome, { title: '风控动作设置' });
export const riskSave = post(`${CREDIT}/config/risk/save`, may(CREDIT_CONFIG), RiskForm, Ref, { title: '新建或修改风控动作' });
export const riskActions = read(`${CREDIT}/config/risk/actions`, may(CREDIT_QUOTA, CREDIT_CONFIG), ActionQuery, pageOf(ActionRow), {
  title: '风控动作记录与关注名单',
});
export const riskLift = post(`${CREDIT}/config/risk/lift`, may(CREDIT_QUOTA, CREDIT_CONFIG), LiftInput, Ref, { title: '解除风控动作' });
export const riskWatch = post(`${CREDIT}/config/risk/watch`, may(CREDIT_CONFIG), WatchInput, Ref, { title: '列入关注名单' });
