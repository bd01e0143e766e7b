import { PRICE_MANAGE, PRICE_PROJECT } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import { decideSheet, submitDraft, submitSheet, withdrawSheet } from './approval.server';
import * as calls from './calls';
import { tellExpiringSheets } from './expiry.server';
import { listSheets, sheetDetail, sheetUses } from './projectPrice.server';
import * as subjects from './subjects';
import './projectPriceImport.server';
import { deleteSheet, disableSheets, extendSheets, saveSheet } from './projectPriceSave.server';
import './projectPriceExport.server';
import './projectPriceSource.server';

serve(calls.projectPriceList, (tx, me, input, { now }) => listSheets(tx, me, input, now));
serve(calls.projectPriceDetail, (tx, me, input, { now }) => sheetDetail(tx, me, input, now));
serve(calls.projectPriceUses, sheetUses);
serve(calls.projectPriceSave, (tx, me, input, { now }) => saveSheet(tx, me, input, now, submitSheet));
serve(calls.projectPriceSubmit, (tx, me, input, { now }) => submitDraft(tx, me, input, now));
serve(calls.projectPriceWithdraw, (tx, me, input, { now }) => withdrawSheet(tx, me, input, now));
serve(calls.projectPriceDecide, (tx, me, input, { now }) => decideSheet(tx, me, input, now));
serve(calls.projectPriceDisable, (tx, me, input, { now }) => disableSheets(tx, me, input, now));
serve(calls.projectPriceExtend, (tx, me, input, { now }) => extendSheets(tx, me, input, now, submitSheet));
serve(calls.projectPriceDelete, (tx, me, input, { now }) => deleteSheet(tx, me, input, now));
addChore({ name: 'tell-expiring-project-prices', title: '工程价到期提醒', calendar: { at: '08:35', missed: 'LATEST' }, run: tellExpiringSheets });

defineAttachments({
  subject: subjects.projectPrice,
  title: '工程价',
  see: [PRICE_MANAGE],
  edit: [PRICE_PROJECT],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('project_price').select(['no', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});
