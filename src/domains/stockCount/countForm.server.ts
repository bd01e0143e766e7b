import type { ApprovalForm } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import type { PortalPath } from '~/portal/screens';
import { countModes, countScopes } from './count';
import type { Count } from './countStore.server';

/** What approval processes read of a count. */
export const countForm = (page: PortalPath): ApprovalForm<Count> => ({
  fields: [
    { key: 'scope', label: '盘点范围', type: 'CHOICE', choices: countScopes },
    { key: 'mode', label: '盘点方式', type: 'CHOICE', choices: countModes },
    { key: 'skus', label: 'SKU数', type: 'NUMBER' },
  ],
  values: (_tx, _me, doc) => ({ scope: doc.scope, mode: doc.mode, skus: String(doc.skus) }),
  summary: (doc) => [
    { label: '盘点范围', value: countScopes[doc.scope as keyof typeof countScopes] },
    { label: '已盘', value: `${doc.counted}/${doc.skus}` },
  ],
  route: ({ id }) => href(page, { id }),
});
