import { addChore } from '~/server/jobs.server';
import './funding.server';
import { expireHolds, turnAccounts } from './nightly.server';
import './proof.server';

addChore({ name: 'credit-day', title: '授信额度与有效期按日变动', calendar: { at: '00:10', missed: 'LATEST' }, run: turnAccounts });
addChore({ name: 'credit-holds', title: '授信占用超时释放', calendar: { at: '00:40', missed: 'LATEST' }, run: expireHolds });
