import type { OrderSettings } from '~/domains/settings/orderSettings.schema';

type Config = Pick<OrderSettings, 'twoPersonAudit'>;

/** Accounts that may not pass the order themselves: whoever made or submitted it, with 双人审核 or where a price was set by hand. */
export function submittersOfOrder(
  order: { created_by: string | null; submitted_by: string | null },
  lines: readonly { manual_price: boolean }[],
  { twoPersonAudit }: Config,
): string[] {
  if (!twoPersonAudit && !lines.some((line) => line.manual_price)) return [];
  return [order.created_by, order.submitted_by].filter((one) => one !== null);
}

/** Accounts that may not decide the change themselves: with 双人审核, whoever asked for it. */
export const submittersOfChange = ({ created_by }: { created_by: string | null }, { twoPersonAudit }: Config): string[] =>
  twoPersonAudit && created_by ? [created_by] : [];
