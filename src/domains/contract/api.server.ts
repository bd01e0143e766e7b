import type { Me } from '~/portal/me';
import { CONTRACT_CREATE, CONTRACT_READERS } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve, serveFile, serveOpen } from '~/server/serve.server';
import { decideContract, submitById, submitContract, withdrawContract } from './approval.server';
import * as calls from './calls';
import { listCertificates, revokeCertificate } from './certificates.server';
import * as subjects from './subjects';
import './contractExport.server';
import * as draft from './draft.server';
import { evidenceReport } from './evidence.server';
import { expireContracts } from './expiry.server';
import * as files from './fileViews.server';
import { rescindContract } from './rescind.server';
import { reseal, sealDue } from './sealing.server';
import * as sign from './sign.server';
import * as signing from './signing.server';
import { SEALER } from './signing.server';
import { sealSilently } from './silent.server';
import './sources/credit.server';
import './sources/order.server';
import './sources/price.server';
import './sources/statement.server';
import './sources/use.server';
import * as templates from './templates.server';
import * as views from './views.server';

serve(calls.contractList, views.listContracts);
serve(calls.contractDetail, views.contractDetail);
serveFile(calls.contractFile, (tx, me, input, { now }) => files.contractFile(tx, me, input, now));
serve(calls.contractPreview, (tx, me, input, { now }) => files.contractPreview(tx, me, input, now));
serve(calls.contractVerdict, files.contractVerdict);
serve(calls.contractPlaces, (tx, me, input, { now }) => files.contractPlaces(tx, me, input, now));
serve(calls.contractPrefill, (tx, me, input, { now }) => draft.prefill(tx, me, input, now));
serve(calls.contractBizOptions, draft.bizOptions);
serve(calls.contractSave, (tx, me, input, { now }) => draft.saveContract(tx, me, input, now, submitContract));
serve(calls.contractPlace, (tx, me, input, { now }) => draft.placeSeals(tx, me, input, now));
serve(calls.contractDelete, (tx, me, input, { now }) => draft.deleteDraft(tx, me, input, now));
serve(calls.contractStart, (tx, me, input, { now }) => submitById(tx, me, input, now));
serve(calls.contractWithdraw, (tx, me, input, { now }) => withdrawContract(tx, me, input, now));
serve(calls.contractDecide, (tx, me, input, { now }) => decideContract(tx, me, input, now));
serve(calls.contractUrge, (tx, me, input, { now }) => signing.urgeContract(tx, me, input, now));
serve(calls.contractExtend, (tx, me, input, { now }) => signing.extendContract(tx, me, input, now));
serve(calls.contractRevoke, (tx, me, input, { now }) => signing.revokeContract(tx, me, input, now));
serve(calls.contractRescind, (tx, me, input, { now }) => rescindContract(tx, me, input, now));

serveOpen(calls.contractSignInfo, (me, input) => sign.signOptions(me as Me, input));
serveOpen(calls.contractSignCode, (me, input, request) => sign.sendSignCode(me as Me, input, request));
serveOpen(calls.contractSign, (me, input, request) => sign.signContract(me as Me, input, request, calls.contractSign.path));
serveOpen(calls.contractRefuse, (me, input, request) => sign.refuseContract(me as Me, input, request, calls.contractRefuse.path));
serve(calls.contractReseal, (tx, me, input, { now }) => reseal(tx, me, input, now));
serveFile(calls.contractEvidence, (tx, me, input, { now }) => evidenceReport(tx, me, input, now));
serve(calls.certificateList, (tx, me, query, { now }) => listCertificates(tx, me, query, now));
serve(calls.certificateRevoke, (tx, me, input, { now }) => revokeCertificate(tx, me, input, now));

serve(calls.templateList, templates.listTemplates);
serve(calls.templateDetail, templates.templateDetail);
serve(calls.templateVersion, templates.templateVersion);
serve(calls.templateSave, (tx, me, input, { now }) => templates.saveTemplate(tx, me, input, now));
serve(calls.templateSwitch, (tx, me, input, { now }) => templates.switchTemplate(tx, me, input, now));
serve(calls.templateStandard, (tx, me, _, { now }) => templates.takeStandardTemplates(tx, me, now));
serve(calls.templatePreview, async (_tx, _me, input) => templates.previewTemplate(input));

addChore({
  name: SEALER,
  title: '合同签章重试与静默签署',
  everySeconds: 60,
  run: async (opened, now, stop) => (await sealDue(opened, now, stop)) + (await sealSilently(opened, now, stop)),
});
addChore({ name: 'expire-contracts', title: '合同签署到期', calendar: { at: '00:20', missed: 'LATEST' }, run: expireContracts });

defineAttachments({
  subject: subjects.contract,
  title: '合同',
  see: [...CONTRACT_READERS],
  edit: [CONTRACT_CREATE],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('ct_contract').select(['no', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});
