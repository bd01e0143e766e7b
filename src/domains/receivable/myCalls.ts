import { z } from 'zod';
import { dealer, read } from '~/shared/endpoint';
import { pageOf } from '~/shared/page.schema';
import { MyDebt, MyDebtQuery, MyFunds } from './myDebts.schema';

const MY = '/saas-account/v1/account/my';
export const myFunds = read(`${MY}/detail`, dealer, z.object({}), MyFunds, { title: '我的账户：余额、冻结与应付' });
export const myDebts = read(`${MY}/receivable/page`, dealer, MyDebtQuery, pageOf(MyDebt), { title: '我的应付货款' });
