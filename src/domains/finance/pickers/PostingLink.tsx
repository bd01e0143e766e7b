import { href } from '~/portal/href';
import { Link } from '~/ui/kit/Link';
import { ledgerKinds } from '../ledgerKinds';
import type { OwedPosting } from '../owedPosting.schema';

/** The document behind a posting, on the factory's pages; `mine`: on the dealer's. */
export function PostingLink({ row, mine = false }: { row: Pick<OwedPosting, 'kind' | 'bizId' | 'bizNo' | 'orderId'>; mine?: boolean }) {
  const page = ledgerKinds[row.kind]?.page;
  if (mine) return row.orderId ? <Link href={href('/portal/supplyChain/dealer/order/detail', { id: row.orderId })}>{row.bizNo}</Link> : row.bizNo;
  return page ? <Link href={href(page, { id: row.bizId })}>{row.bizNo}</Link> : row.bizNo;
}
