import { defineDocument } from '~/server/document.server';
import { strategyChangeFlow } from './strategyChange';

export const docs = defineDocument({
  table: 'price_strategy_change',
  noun: '价格策略变更单',
  title: (doc) => `价格策略变更单${doc.no}`,
  states: strategyChangeFlow,
});
export type Change = Awaited<ReturnType<typeof docs.lock>>;
