export const receiptStates = { DRAFT: '草稿', CONFIRMED: '已确认', REVERSED: '已冲销' } as const;
export type ReceiptState = keyof typeof receiptStates;
