/** What people may choose today, first what the form begins with. */
export const offeredPayMethods = ['BALANCE', 'OFFLINE', 'MIXED', 'CREDIT'] as const;

/** A stored order's method as a form offers it again. */
export const offered = (payMethod: string): (typeof offeredPayMethods)[number] => offeredPayMethods.find((one) => one === payMethod) ?? 'OFFLINE';
