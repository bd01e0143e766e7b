import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { PendingStrategy } from './change/strategyChange.schema';
import {
  MoveInput,
  Picked,
  PolicyAnswer,
  PolicyInput,
  SimulateInput,
  Simulation,
  StrategyDetail,
  StrategyInput,
  StrategyQuery,
  StrategyRow,
} from './priceStrategy.schema';

const P = '/saas-ofc/org/price/strategy';
export const strategyList = read(`${P}/page`, may(codes.PRICE_MANAGE), StrategyQuery, pageOf(StrategyRow), { title: '价格策略列表' });
export const strategyDetail = read(`${P}/detail`, may(codes.PRICE_MANAGE, codes.PRICE_STRATEGY), z.object({ id: Id }), StrategyDetail, {
  title: '价格策略详情',
});
export const strategySave = post(`${P}/save`, may(codes.PRICE_STRATEGY), StrategyInput, z.object({ id: Id, no: z.string(), change: PendingStrategy }), {
  title: '新建或编辑价格策略',
});
export const strategySwitch = post(
  `${P}/switch`,
  may(codes.PRICE_STRATEGY),
  z.object({ rows: Picked, on: z.boolean() }),
  z.object({ count: z.number(), change: PendingStrategy }),
  {
    title: '启用或停用价格策略',
  },
);
export const strategyMove = post(`${P}/move`, may(codes.PRICE_STRATEGY), MoveInput, z.object({ priority: z.number(), change: PendingStrategy }), {
  title: '调整价格策略的优先级',
});
export const strategyRegions = read(`${P}/regions`, may(codes.PRICE_STRATEGY), z.object({}), z.object({ regions: z.array(z.string()) }), {
  title: '价格策略可选的区域',
});
export const priceSimulate = read(`${P}/simulate`, may(codes.PRICE_MANAGE), SimulateInput, Simulation, { title: '取价试算' });

export const pricePolicyRead = read('/saas-ofc/org/price/config/detail', may(codes.PRICE_MANAGE), z.object({}), PolicyAnswer, { title: '价格策略配置' });
export const pricePolicySave = post('/saas-ofc/org/price/config/save', may(codes.PRICE_CONFIG), PolicyInput, PolicyAnswer, { title: '保存价格策略配置' });
