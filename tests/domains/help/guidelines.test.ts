import { expect, it } from 'vitest';
import '~/domains/help/api.server';
import { guidelineList } from '~/domains/help/calls';
import { send } from '../../support/app';

it('the list of guidelines is the tree of help: four centres with their chapters in reading order, each with its address, for anybody', async () => {
  const { code, data } = await send('GET', guidelineList.path, {}, null);
  expect(code).toBe('0');
  expect(data.map(({ title, id }: { title: string; id: string }) => [title, id])).toEqual([
    ['订单管家帮助', '/portal/help/orderMaster'],
    ['赊销管家帮助', '/portal/help/creditManager'],
    ['客户卫士帮助', '/portal/help/customerGuard'],
    ['风控专家常见问题', '/portal/help/riskExperts'],
  ]);
  expect(data[1].children).toEqual([
    { title: '额度与账期', id: '/portal/help/creditManager/basics', children: [] },
    { title: '还款与逾期', id: '/portal/help/creditManager/repayment', children: [] },
    { title: '应收计划与回款', id: '/portal/help/creditManager/receivables', children: [] },
    { title: '催收', id: '/portal/help/creditManager/collection', children: [] },
  ]);
});
