import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { adjustDetail } from './adjustViews.server';
import { adjustKinds } from './plan';

defineTaskCard('ar_adjust', async (tx, me, id) => {
  const doc = await adjustDetail(tx, me, { id });
  const what = doc.kind === 'RECLASS' ? `${doc.natureFrom} → ${doc.natureTo}` : doc.kind === 'RESCHEDULE' ? `${doc.dueFrom} → ${doc.dueTo}` : '';
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' },
      { key: 'kind', label: '调整类型', text: adjustKinds[doc.kind] },
      doc.amount > 0n && { key: 'amount', label: '调整金额(元)', amount: doc.amount, tone: 'strong' },
      what !== '' && { key: 'what', label: '调整内容', text: what, tone: 'strong' },
      { key: 'receivableNo', label: '应收单', text: doc.receivableNo },
      { key: 'open', label: '未收(元)', amount: doc.open },
      doc.disputeNo !== '' && { key: 'disputeNo', label: '争议', text: doc.disputeNo },
      doc.ofAdjustNo !== '' && { key: 'ofAdjustNo', label: '恢复的调整', text: doc.ofAdjustNo },
      { key: 'reason', label: '原因', text: doc.reason },
      { key: 'creator', label: '申请人', text: doc.creator },
    ],
    warnings: [
      doc.kind === 'BAD_DEBT' && '通过后计入坏账损失，客户不再欠这笔款',
      doc.amount > doc.open && doc.kind !== 'RESTORE' && '调整金额已超过未收金额，通过时会被拒绝',
    ],
  };
});
