/** When the money an order holds leaves the account. */
export const captureMoments = { SHIP: '发货时', AUDIT: '审核通过时' } as const;
export type CaptureMoment = keyof typeof captureMoments;
