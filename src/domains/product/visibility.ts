export const ruleNames = { ALLOW: '仅允许', DENY: '不允许' } as const;
export const scopeNames = { CUSTOMER: '客户', LEVEL: '客户级别' } as const;
