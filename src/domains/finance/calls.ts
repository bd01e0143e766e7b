import { z } from 'zod';
import { BASE_CONFIG, FUND_CONFIRM, FUND_ENTER, FUND_HOLD, FUND_MANAGE, FUND_REFUND } from '~/portal/permissions';
import { factory, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { BankLineQuery, BankLineRow, ClaimInput, IgnoreInput, LineRefs } from './bankLine.schema';
import { ConfirmInput, DepositDetail, DepositForm, DepositQuery, DepositReason, DepositRow } from './deposit.schema';
import {
  AccountDetail,
  AccountQuery,
  AccountRow,
  AccountSwitch,
  FundMovement,
  HoldDetail,
  HoldQuery,
  HoldRow,
  LowBalanceInput,
  ManualHold,
  ManualRelease,
  MovementQuery,
  OpenInput,
} from './fund.schema';
import { FundConfig } from './fundConfig.schema';
import {
  PaymentDetail,
  PaymentQuery,
  PaymentRow,
  RefundDetail,
  RefundQuery,
  RefundRow,
  WithdrawalDecision,
  WithdrawalForm,
  WithdrawalPaid,
  WithdrawalQuery,
  WithdrawalReason,
  WithdrawalRow,
} from './withdrawal.schema';

const ACCOUNT = '/saas-account/v1/account';
const Ref = z.object({ id: Id });
const Count = z.object({ count: z.number() });
const sees = may(FUND_MANAGE);

export const accountList = read(`${ACCOUNT}/page`, sees, AccountQuery, pageOf(AccountRow), { title: '客户账户列表' });
export const accountDetail = read(`${ACCOUNT}/detail`, sees, Ref, AccountDetail, { title: '账户详情' });
export const accountOpen = post(`${ACCOUNT}/open`, may(FUND_ENTER), OpenInput, Count, { title: '开户（可批量）' });
export const accountSwitch = post(`${ACCOUNT}/switch`, may(FUND_HOLD), AccountSwitch, Ref, { title: '启用或停用账户' });
export const accountLowBalance = post(`${ACCOUNT}/lowBalance`, may(FUND_ENTER), LowBalanceInput, Ref, { title: '最低余额提醒' });
export const accountMovements = read(`${ACCOUNT}/moves/page`, sees, MovementQuery, pageOf(FundMovement), { title: '账户流水' });

export const holdList = read(`${ACCOUNT}/hold/page`, sees, HoldQuery, pageOf(HoldRow), { title: '冻结列表' });
export const holdDetail = read(`${ACCOUNT}/hold/detail`, sees, Ref, HoldDetail, { title: '冻结详情' });
export const holdFreeze = post(`${ACCOUNT}/hold/save`, may(FUND_HOLD), ManualHold, Ref, { title: '手工冻结' });
export const holdRelease = post(`${ACCOUNT}/release/save`, may(FUND_HOLD), ManualRelease, Ref, { title: '手工解冻' });

export const depositList = read(`${ACCOUNT}/enter/page`, sees, DepositQuery, pageOf(DepositRow), { title: '入账单列表' });
export const depositDetail = read(`${ACCOUNT}/enter/detail`, sees, Ref, DepositDetail, { title: '入账单详情' });
export const depositSave = post(`${ACCOUNT}/enter/save`, may(FUND_ENTER), DepositForm, z.object({ id: Id, no: z.string() }), { title: '新建入账单' });
export const depositConfirm = post(`${ACCOUNT}/enter/confirm`, may(FUND_CONFIRM), ConfirmInput, Count, { title: '确认入账（可批量，须重新输入金额）' });
export const depositReject = post(`${ACCOUNT}/enter/reject`, may(FUND_CONFIRM), DepositReason, Ref, { title: '驳回入账单' });
export const depositReverse = post(`${ACCOUNT}/enter/reverse`, may(FUND_CONFIRM), DepositReason, Ref, { title: '冲销入账单' });

export const withdrawalList = read(`${ACCOUNT}/withdrawal/page`, sees, WithdrawalQuery, pageOf(WithdrawalRow), { title: '提现单列表' });
export const withdrawalAsk = post(`${ACCOUNT}/withdrawal/save`, may(FUND_ENTER), WithdrawalForm, z.object({ id: Id, no: z.string() }), {
  title: '新建提现单',
});
export const withdrawalDecide = post(`${ACCOUNT}/withdrawal/audit`, may(FUND_REFUND), WithdrawalDecision, Ref, { title: '审批提现单' });
export const withdrawalPay = post(`${ACCOUNT}/withdrawal/pay`, may(FUND_REFUND), WithdrawalPaid, Ref, { title: '登记提现付款' });
export const withdrawalCancel = post(`${ACCOUNT}/withdrawal/cancel`, may(FUND_ENTER, FUND_REFUND), WithdrawalReason, Ref, { title: '撤销提现单' });
export const refundList = read(`${ACCOUNT}/refund/page`, sees, RefundQuery, pageOf(RefundRow), { title: '账户退款列表' });
export const refundDetail = read(`${ACCOUNT}/refund/detail`, sees, Ref, RefundDetail, { title: '退款详情' });
export const paymentList = read(`${ACCOUNT}/payment/page`, sees, PaymentQuery, pageOf(PaymentRow), { title: '账户支付列表' });
export const paymentDetail = read(`${ACCOUNT}/payment/detail`, sees, Ref, PaymentDetail, { title: '支付详情' });

const ConfigAnswer = z.object({ config: FundConfig, version: z.number() });
export const fundConfigRead = read(`${ACCOUNT}/config/detail`, factory, z.object({}), ConfigAnswer, { title: '账户配置' });
export const fundConfigSave = post(
  `${ACCOUNT}/config/save`,
  may(BASE_CONFIG),
  z.object({ config: FundConfig, version: z.number().int().min(0) }),
  ConfigAnswer,
  { title: '保存账户配置' },
);

export const bankLineList = read(`${ACCOUNT}/bankLine/page`, sees, BankLineQuery, pageOf(BankLineRow), { title: '银行流水列表' });
export const bankLineClaim = post(`${ACCOUNT}/bankLine/claim`, may(FUND_ENTER), ClaimInput, Count, { title: '认领银行流水（可批量）' });
export const bankLineIgnore = post(`${ACCOUNT}/bankLine/ignore`, may(FUND_ENTER), IgnoreInput, Count, { title: '忽略银行流水（可批量）' });
export const bankLineRestore = post(`${ACCOUNT}/bankLine/restore`, may(FUND_ENTER), LineRefs, Count, { title: '恢复已忽略的银行流水' });
export const bankLineDeposit = post(`${ACCOUNT}/bankLine/enter`, may(FUND_ENTER), LineRefs, Count, { title: '由银行流水生成入账单（可批量）' });
