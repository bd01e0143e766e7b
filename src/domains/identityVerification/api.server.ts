import type { Me } from '~/portal/me';
import { REAL_AUTH_MANAGE } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { database } from '~/server/db.server';
import { serve, serveOpen, serveOpenFile } from '~/server/serve.server';
import * as calls from './calls';
import { companySons, saveGroup, tenantApplications } from './companyGroup.server';
import { decideIdentityVerification, withdrawIdentityVerification } from './decision.server';
import { myIdentityVerification, submitIdentityVerification } from './identityVerification.server';
import { openInfo } from './openInfo.server';
import { openDocument, revealNumbers, reviewDetail, reviewQueue } from './review.server';
import * as subjects from './subjects';

serve(calls.identityVerificationMine, (tx, me) => myIdentityVerification(tx, me));
serve(calls.identityVerificationSubmit, (tx, me, input, { now }) => submitIdentityVerification(tx, me, input, now));
serve(calls.identityVerificationWithdraw, (tx, me, input, { now }) => withdrawIdentityVerification(tx, me, input, now));
serve(calls.openInfo, (tx, me, _, { now }) => openInfo(tx, me, now));
serve(calls.tenantApplications, (tx, me) => tenantApplications(tx, me));
serve(calls.companySons, (tx, me, { tenantId }) => companySons(tx, me, tenantId));
serveOpen(calls.companyGroupSave, (me, input) => database().inSystem((tx) => saveGroup(tx, me as Me, input)));
serveOpen(calls.reviewQueue, (me, query) => reviewQueue(me as Me, query));
serveOpen(calls.reviewDetail, (me, input) => reviewDetail(me as Me, input));
serveOpen(calls.reviewReveal, (me, input) => revealNumbers(me as Me, input));
serveOpenFile(calls.reviewDocument, (me, input) => openDocument(me as Me, input));
serveOpen(calls.reviewDecide, (me, input, { now }) => database().inSystem((tx) => decideIdentityVerification(tx, me as Me, input, now)));

defineAttachments({
  subject: subjects.identityVerification,
  title: '实名认证',
  see: [REAL_AUTH_MANAGE],
  edit: [],
  dealer: 'none',
  most: 6,
  async find(tx, me, id) {
    const row = await tx
      .selectFrom('real_name')
      .select(['kind', 'account_id', 'person_name'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && (row.kind === 'ENTERPRISE' || row.account_id === me.accountId) ? { no: row.person_name, customerId: null } : null;
  },
});
