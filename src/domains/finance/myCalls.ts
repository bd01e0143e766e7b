import { z } from 'zod';
import { dealer, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { MyHold, MyHoldQuery, MyMovement, MyMovementQuery } from './myFunds.schema';
import { MyWithdrawal, MyWithdrawalQuery, WithdrawalForm, WithdrawalReason } from './withdrawal.schema';

const MY = '/saas-account/v1/account/my';
export const myMovements = read(`${MY}/moves/page`, dealer, MyMovementQuery, pageOf(MyMovement), { title: '我的资金流水' });
export const myHolds = read(`${MY}/hold/page`, dealer, MyHoldQuery, pageOf(MyHold), { title: '我的冻结资金' });
export const myWithdrawals = read(`${MY}/withdrawal/page`, dealer, MyWithdrawalQuery, pageOf(MyWithdrawal), { title: '我的提现' });
export const myWithdrawalAsk = post(`${MY}/withdrawal/save`, dealer, WithdrawalForm, z.object({ id: Id, no: z.string() }), { title: '申请提现' });
export const myWithdrawalCancel = post(`${MY}/withdrawal/cancel`, dealer, WithdrawalReason, z.object({ id: Id }), { title: '撤销我的提现' });
