import { z } from 'zod';
import { dealer, read } from '~/shared/endpoint';
import { pageOf } from '~/shared/page';
import { MyDebt, MyDebtQuery, MyFunds, MyHold, MyHoldQuery, MyMove, MyMoveQuery } from './myFunds';

const MY = '/saas-account/v1/account/my';
export const myFunds = read(`${MY}/detail`, dealer, z.object({}), MyFunds, { title: '我的账户：余额、冻结与应付' });
export const myMoves = read(`${MY}/moves/page`, dealer, MyMoveQuery, pageOf(MyMove), { title: '我的资金流水' });
export const myHolds = read(`${MY}/hold/page`, dealer, MyHoldQuery, pageOf(MyHold), { title: '我的冻结资金' });
export const myDebts = read(`${MY}/receivable/page`, dealer, MyDebtQuery, pageOf(MyDebt), { title: '我的应付货款' });
