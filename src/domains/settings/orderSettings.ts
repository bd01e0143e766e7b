export const auditModes = { MANUAL: '人工审核', AUTO: '提交即通过' } as const;
export const reserveMoments = { AUDIT: '审核通过时', SUBMIT: '提交订单时' } as const;
export const stockSights = { NO: '不显示', HINT: '有货/紧张/缺货', QTY: '显示可用数量' } as const;
