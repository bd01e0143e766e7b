/** ACTIVE rows are shown by their days: not yet, now, no more. */
export const priceStates = { ACTIVE: '生效中', NOT_STARTED: '未开始', EXPIRED: '已过期', DISABLED: '已停用' } as const;
/** What was switched off is made anew: an edit from before must not bring it back. */
export const isEditable = (state: string): boolean => state !== 'DISABLED';
export type PriceState = keyof typeof priceStates;
export const priceTones = { ACTIVE: 'ok', NOT_STARTED: 'info', EXPIRED: 'neutral', DISABLED: 'neutral' } as const;

export const daysText = (from: string, to: string | null): string => `${from}~${to ?? '长期'}`;
