import { HIDDEN } from '~/shared/mask';

/** What happens by itself when a customer is late or takes too much of all credit. */
export const riskKinds = { FREEZE: '冻结额度', STOP: '停止发货', WATCH: '列入关注名单', CONCENTRATION: '集中度提醒' } as const;
export type RiskKind = keyof typeof riskKinds;

interface Trigger {
  kind: string;
  overdueDays: number;
  /** null: kept from the reader. */
  overdueAmount: bigint | null;
  pct: number;
}
export const triggerWords = ({ kind, overdueDays, overdueAmount, pct }: Trigger, yuan: (fen: bigint) => string): string =>
  kind === 'CONCENTRATION'
    ? `单个客户占全部授信使用的${pct}%及以上`
    : `逾期满${overdueDays}天${overdueAmount === null ? `且逾期金额达到${HIDDEN}元` : overdueAmount > 0n ? `且逾期金额达到${yuan(overdueAmount)}元` : ''}`;
