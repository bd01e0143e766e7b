import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { depositDetail } from './depositViews.server';
import { receiptWays } from './receiptWay';

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
