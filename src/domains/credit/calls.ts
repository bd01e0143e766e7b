import { z } from 'zod';
import { CREDIT_APPLY, CREDIT_AUDIT, CREDIT_CONFIG, CREDIT_FREEZE, CREDIT_QUOTA, CREDIT_USE, ORDER_READERS } from '~/portal/permissions';
import { dealer, dealerOr, get, may, post, read } from '~/shared/endpoint';
import { Id, RowVersion } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import { AccountDetail, AccountQuery, AccountRow, AsOf, AsOfInput, JournalQuery, JournalRow, OrderDetail, OrderQuery, OrderRow } from './credit.schema';
import {
  EndInput,
  EndLineInput,
  FreezeInput,
  GroupForm,
  Groups,
  JoinInput,
  MyCredit,
  MyUse,
  MyUseQuery,
  Refs,
  Saved,
  ThawInput,
  TypeForm,
  TypeOrder,
  Types,
  UsableAccounts,
  UsableQuery,
  UseDelivery,
  UseForm,
  UseTrial,
  UseTrialInput,
} from './creditForm.schema';
import { LprGuardSchema, LprGuardShown } from './lpr.schema';

const CREDIT = '/saas-credit/v1/credit';
const ACCOUNT = `${CREDIT}/creditaccount`;
const ORDER = `${CREDIT}/creditorder`;
const One = z.object({ id: Id });
const sees = may(CREDIT_QUOTA);

export const accountList = read(`${ACCOUNT}/list`, sees, AccountQuery, pageOf(AccountRow), { title: '授信额度列表' });
export const accountDetail = read(`${ACCOUNT}/get`, sees, One, AccountDetail, { title: '授信额度详情' });
export const accountJournal = read(`${ACCOUNT}/journal`, sees, JournalQuery, pageOf(JournalRow), { title: '授信额度流水' });
export const accountAsOf = read(`${ACCOUNT}/asOf`, sees, AsOfInput, AsOf, { title: '某日终的授信额度' });
export const accountFreeze = post(`${ACCOUNT}/freeze`, may(CREDIT_FREEZE), FreezeInput, Saved, { title: '冻结授信额度' });
export const accountFreezeAll = post(`${ACCOUNT}/freezeAll`, may(CREDIT_FREEZE), Refs, RowResults, { title: '批量冻结授信账户' });
export const accountThaw = post(`${ACCOUNT}/unfreeze`, may(CREDIT_FREEZE), ThawInput, Saved, { title: '解冻授信额度' });
export const accountClose = post(`${ACCOUNT}/close`, may(CREDIT_AUDIT), EndInput, Saved, { title: '注销授信账户' });
export const accountEndLine = post(`${ACCOUNT}/endLine`, may(CREDIT_AUDIT), EndLineInput, Saved, { title: '提前终止一条额度' });

export const creditOrderList = read(`${ORDER}/list`, sees, OrderQuery, pageOf(OrderRow), { title: '用信单列表' });
export const creditOrderDetail = read(`${ORDER}/get`, sees, One, OrderDetail, { title: '用信单详情' });
export const usableAccounts = read(`${ORDER}/accounts`, may(CREDIT_USE), UsableQuery, UsableAccounts, { title: '可用的授信账户' });
export const creditOrderTrial = read(`${ORDER}/trial`, may(CREDIT_USE), UseTrialInput, UseTrial, { title: '用信试算（还款计划，不落库）' });
export const creditOrderCreate = post(`${ORDER}/create`, may(CREDIT_USE), UseForm, z.object({ orders: z.array(Saved) }), { title: '新建用信单（外部订单）' });
export const creditOrderDeliver = post(`${ORDER}/deliver`, may(CREDIT_USE), UseDelivery, Saved, { title: '登记用信单的发货' });
export const creditOrderCancel = post(`${ORDER}/cancel`, may(CREDIT_USE), EndInput, Saved, { title: '释放用信单的占用' });

export const creditTypes = get(`${CREDIT}/config/types`, may(CREDIT_CONFIG, CREDIT_QUOTA, CREDIT_APPLY), z.object({}), Types, { title: '授信类型' });
export const creditTypeSave = post(`${CREDIT}/config/type/save`, may(CREDIT_CONFIG), TypeForm, One, { title: '新建或修改授信类型' });

export const creditTypeOrder = post(`${CREDIT}/config/type/order`, may(CREDIT_CONFIG), TypeOrder, z.object({ count: z.number() }), {
  title: '调整授信类型的用信顺序',
});
export const creditGroups = get(`${CREDIT}/config/groups`, may(CREDIT_CONFIG, CREDIT_QUOTA), z.object({}), Groups, { title: '集团额度' });
export const creditGroupSave = post(`${CREDIT}/config/group/save`, may(CREDIT_CONFIG), GroupForm, One, { title: '新建或修改集团额度' });
export const accountJoin = post(`${ACCOUNT}/joinGroup`, may(CREDIT_AUDIT), JoinInput, Saved, { title: '授信账户加入或退出集团' });

export const creditOfOrder = read('/saas-account/v1/account/credit/ofOrder', dealerOr(...ORDER_READERS), One, z.object({ uses: z.array(MyUse) }), {
  title: '订单的用信',
});

const MY = '/saas-account/v1/account/my/credit';
export const myCredit = read(`${MY}/detail`, dealer, z.object({}), MyCredit, { title: '我的授信额度' });
export const myCreditUses = read(`${MY}/page`, dealer, MyUseQuery, pageOf(MyUse), { title: '我的用信' });

const Guard = z.object({ guard: LprGuardShown, version: z.number() });
export const lprRead = get(`${CREDIT}/config/lpr/get`, may(CREDIT_QUOTA, CREDIT_APPLY, CREDIT_AUDIT, CREDIT_CONFIG), z.object({}), Guard, {
  title: 'LPR与利率提示',
});
export const lprSave = post(`${CREDIT}/config/lpr/save`, may(CREDIT_CONFIG), z.object({ guard: LprGuardSchema, version: RowVersion.or(z.literal(0)) }), Guard, {
  title: '修改LPR与利率提示',
});
