import { customerBooks } from '~/domains/customer/books.server';
import { moveFunds, moveFundsBack } from './customerFunds.server';
import { lockCustomerMoney } from './customerMoney.server';
import { fundSummary } from './fund.server';

customerBooks.provide({ summary: fundSummary, lock: lockCustomerMoney, merge: moveFunds, mergeBack: moveFundsBack });
