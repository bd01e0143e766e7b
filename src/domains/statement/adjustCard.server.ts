import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { adjustDetail } from './views.server';

defineTaskCard('statement_adjust', async (tx, me, id) => {
  const doc = await adjustDetail(tx, me, { id });
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' },
      { key: 'amount', label: '调整金额(元)', amount: doc.amount, tone: 'strong' },
      { key: 'statementNo', label: '对账单', text: doc.statementNo },
      { key: 'reason', label: '调整原因', text: doc.reason },
      { key: 'creator', label: '登记人', text: doc.creator },
    ],
    warnings: [doc.amount < 0n && '通过后客户少付，记为负数的应收单'],
  };
});
