import { CUSTOMER_MANAGE } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { isHiddenColumn } from '~/server/hidden.server';
import { serve } from '~/server/serve.server';
import { deleteAddress, saveAddress } from './address.server';
import { bindAccount, resendFirstPassword, unbindAccount } from './binding.server';
import * as calls from './calls';
import { findCustomer, listAddresses, searchCustomers } from './customer.server';
import { getCustomer } from './customerDetail.server';
import * as subjects from './subjects';
import './customerExport.server';
import './customerImport.server';
import { listTags, pageCustomers } from './customerList.server';
import { createCustomer, deleteCustomer, revealCustomer, updateCustomer } from './customerSave.server';
import { findDuplicates } from './duplicates.server';
import { deleteLevel, listLevels, listSalesMembers, saveLevel } from './level.server';

serve(calls.customerList, (tx, me, query, { now }) => pageCustomers(tx, me, query, now));
serve(calls.customerGet, (tx, me, input, { now }) => getCustomer(tx, me, input, now));
serve(calls.customerCreate, createCustomer);
serve(calls.customerUpdate, updateCustomer);
serve(calls.customerDelete, deleteCustomer);
serve(calls.customerReveal, revealCustomer);
// Whose roles hide numbers finds nobody by one; a save warns of it all the same.
serve(calls.customerDuplicates, async (tx, me, { mobile, ...input }) => ({
  duplicates: await findDuplicates(tx, me, { ...input, mobile: isHiddenColumn(me, { key: 'mobile' }) ? '' : mobile }),
}));
serve(calls.customerBind, bindAccount);
serve(calls.customerPasswordLink, resendFirstPassword);
serve(calls.customerUnbind, unbindAccount);
serve(calls.customerSearch, searchCustomers);
serve(calls.customerAddresses, listAddresses);
serve(calls.addressSave, saveAddress);
serve(calls.addressDelete, deleteAddress);
serve(calls.customerLevels, listLevels);
serve(calls.customerTags, listTags);
serve(calls.levelSave, saveLevel);
serve(calls.levelDelete, deleteLevel);
serve(calls.salesMembers, async (tx, me) => {
  const { members } = await listSalesMembers(tx, me);
  return { members: members.map(({ id, name }) => ({ id, name })) };
});

defineAttachments({
  subject: subjects.customer,
  title: '客户',
  see: [CUSTOMER_MANAGE],
  edit: [CUSTOMER_MANAGE],
  dealer: 'none',
  find: async (tx, me, id) => {
    const found = await findCustomer(tx, me, id);
    return found && { no: found.code, customerId: id };
  },
});
