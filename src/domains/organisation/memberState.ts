export const memberStates = { ACTIVE: '启用', DISABLED: '已停用' } as const;
