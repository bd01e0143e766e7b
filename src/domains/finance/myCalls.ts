import { dealer, read } from '~/shared/endpoint';
import { pageOf } from '~/shared/page';
import { MyHold, MyHoldQuery, MyMovement, MyMovementQuery } from './myFunds.schema';

const MY = '/saas-account/v1/account/my';
export const myMovements = read(`${MY}/moves/page`, dealer, MyMovementQuery, pageOf(MyMovement), { title: '我的资金流水' });
export const myHolds = read(`${MY}/hold/page`, dealer, MyHoldQuery, pageOf(MyHold), { title: '我的冻结资金' });
