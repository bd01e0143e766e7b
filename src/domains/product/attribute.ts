export const attributeKinds = { SALE: '销售属性', DESC: '描述属性' } as const;
export type AttributeKind = keyof typeof attributeKinds;
export const attributeInputs = { TEXT: '文本', NUMBER: '数字', SINGLE: '单选', MULTI: '多选', DATE: '日期' } as const;
export type AttributeInputKind = keyof typeof attributeInputs;
export const choosesValues = (input: string): boolean => input === 'SINGLE' || input === 'MULTI';
