import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { depositDetail } from './depositViews.server';
import { receiptWays } from './receiptWay';
import { refundDetail } from './refundViews.server';

defineTaskCard('enter_account', async (tx, me, id) => {
  const doc = await depositDetail(tx, me, { id });
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' },
      { key: 'amount', label: '入账金额(元)', amount: doc.amount, tone: 'strong' },
      { key: 'payWay', label: '收款方式', text: receiptWays[doc.payWay] },
      { key: 'payer', label: '付款方', text: doc.payer, tone: doc.payer !== '' && doc.payer !== doc.customerName ? 'warn' : '' },
      { key: 'bankFlowNo', label: '流水号', text: doc.bankFlowNo },
      { key: 'paidAt', label: '付款时间', at: doc.paidAt },
      { key: 'creator', label: '登记人', text: doc.creator },
      { key: 'voucher', label: '凭证', text: doc.voucher.length ? `${doc.voucher.length}个，见入账单` : '没有上传' },
      doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
    ],
    warnings: [doc.payer !== '' && doc.payer !== doc.customerName && `付款方“${doc.payer}”与客户名称不一致`],
  };
});

defineTaskCard('withdrawal', async (tx, me, id) => {
  const { withdrawal: doc, customerName, amount } = await refundDetail(tx, me, { id });
  return {
    facts: [
      { key: 'customer', label: '客户', text: customerName, tone: 'strong' },
      { key: 'amount', label: '提现金额(元)', amount, tone: 'strong' },
      { key: 'payee', label: '收款户名', text: doc?.payee ?? '', tone: doc && doc.payee !== customerName ? 'warn' : '' },
      { key: 'bank', label: '开户行', text: doc?.bank ?? '' },
      { key: 'bankAccount', label: '银行账号', text: doc?.bankAccount ?? '' },
      { key: 'creator', label: '申请人', text: doc?.creator ?? '' },
      doc?.remark ? { key: 'remark', label: '备注', text: doc.remark } : false,
    ],
    warnings: [doc !== null && doc.payee !== customerName && `收款户名“${doc.payee}”与客户名称不一致`],
  };
});
