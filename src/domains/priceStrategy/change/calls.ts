import { z } from 'zod';
import { PRICE_IMPORT, PRICE_MANAGE, PRICE_STRATEGY, PRICE_STRATEGY_AUDIT } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  PendingStrategy,
  RestoreInput,
  StrategyChangeDecision,
  StrategyChangeDetail,
  StrategyChangeQuery,
  StrategyChangeRef,
  StrategyChangeRow,
  StrategyVersion,
} from './strategyChange.schema';

const P = '/saas-ofc/org/price/strategy';
const see = may(PRICE_MANAGE);
const Saved = z.object({ id: Id });

export const strategyVersionList = read(`${P}/versions`, see, z.object({ id: Id }), z.object({ versions: z.array(StrategyVersion) }), {
  title: '价格策略历史版本',
});
export const strategyRestore = post(`${P}/restore`, may(PRICE_STRATEGY), RestoreInput, z.object({ id: Id, no: z.string(), change: PendingStrategy }), {
  title: '恢复价格策略的历史版本',
});
export const strategyChangeList = read(`${P}/change/page`, see, StrategyChangeQuery, pageOf(StrategyChangeRow), { title: '价格策略变更列表' });
export const strategyChangeRead = read(`${P}/change/detail`, see, z.object({ id: Id }), StrategyChangeDetail, { title: '价格策略变更详情' });
export const strategyChangeDecide = post(`${P}/change/decide`, may(PRICE_STRATEGY_AUDIT), StrategyChangeDecision, Saved, { title: '审批价格策略变更' });
export const strategyChangeWithdraw = post(`${P}/change/withdraw`, may(PRICE_STRATEGY, PRICE_IMPORT), StrategyChangeRef, Saved, {
  title: '撤回价格策略变更',
});
