import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { expenseKinds, lotScopes } from './expense';
import { expenseDetail } from './views.server';

defineTaskCard('expense_entry', async (tx, me, id, now) => {
  const doc = await expenseDetail(tx, me, { id }, now);
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.customerName, tone: 'strong' },
      { key: 'amount', label: '费用金额(元)', amount: doc.amount, tone: 'strong' },
      { key: 'kind', label: '费用类型', text: expenseKinds[doc.kind] },
      { key: 'basisNo', label: '依据单号', text: doc.basisNo || '没有填写' },
      { key: 'validTo', label: '有效期至', text: doc.validTo ?? '长期有效' },
      { key: 'maxRatio', label: '抵扣比例', text: `每单不超过适用商品金额的${doc.maxRatio}%` },
      { key: 'scope', label: '适用商品', text: doc.scope === 'ALL' ? lotScopes.ALL : doc.scopeNames.join('、') },
      { key: 'creator', label: '登记人', text: doc.creator },
      { key: 'voucher', label: '附件', text: doc.voucher.length ? `${doc.voucher.length}个，见费用单` : '没有上传' },
      doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
    ],
    warnings: [doc.basisNo === '' && doc.voucher.length === 0 && '没有依据单号，也没有附件'],
  };
});
