export const activeStates = { ACTIVE: '启用', DISABLED: '停用' } as const;
export type ActiveState = keyof typeof activeStates;
