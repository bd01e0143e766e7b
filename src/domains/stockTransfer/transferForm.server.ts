import type { ApprovalForm } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import type { PortalPath } from '~/portal/screens';
import type { Transfer } from './transferStore.server';

/** What approval processes read of a transfer. */
export const transferForm = (page: PortalPath): ApprovalForm<Transfer> => ({
  fields: [
    { key: 'from', label: '调出仓库', type: 'TEXT' },
    { key: 'to', label: '调入仓库', type: 'TEXT' },
  ],
  values: (_tx, _me, doc) => ({ from: doc.from_name, to: doc.to_name }),
  summary: (doc) => [
    { label: '调出仓库', value: doc.from_name },
    { label: '调入仓库', value: doc.to_name },
  ],
  route: ({ id }) => href(page, { id }),
});
