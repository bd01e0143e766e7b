import { stateTable } from '~/shared/states';

export const bankLineStates = { OPEN: '待认领', ENTERED: '已生成入账单', IGNORED: '已忽略' } as const;
export type BankLineState = keyof typeof bankLineStates;
export const bankLineFlow = stateTable(bankLineStates, { OPEN: ['ENTERED', 'IGNORED'], ENTERED: ['OPEN'], IGNORED: ['OPEN'] });
/** Why a line is believed to be a customer's. */
export const matchBases = { MANUAL: '人工认领', ACCOUNT: '付款账号一致', NAME: '户名一致', CONTACT: '联系人同名', LIKELY: '名称相近', NONE: '未匹配' } as const;
export type MatchBasis = keyof typeof matchBases;
/** From this score on a line may be entered without a person claiming it. */
export const SURE = 90;

export const isReady = (line: { status: string; amount: bigint; customerId: string | null; score: number }): boolean =>
  line.status === 'OPEN' && line.amount > 0n && line.customerId !== null && line.score >= SURE;
