export const warehouseKinds = { NORMAL: '普通仓', RETURN: '退货仓', DEFECT: '残次仓' } as const;
export type WarehouseKind = keyof typeof warehouseKinds;
export const warehouseStates = { ACTIVE: '启用', DISABLED: '停用' } as const;
export type WarehouseState = keyof typeof warehouseStates;
