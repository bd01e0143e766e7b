import { PROJECT_MANAGE } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import { getProject, listProjects, searchProjects } from './project.server';
import * as subjects from './subjects';
import './projectSheets.server';
import { createProject, deleteProject, moveProject, revealContacts, updateProject } from './projectSave.server';

serve(calls.projectList, listProjects);
serve(calls.projectGet, getProject);
serve(calls.projectCreate, createProject);
serve(calls.projectUpdate, updateProject);
serve(calls.projectMove, moveProject);
serve(calls.projectDelete, deleteProject);
serve(calls.projectReveal, revealContacts);
serve(calls.projectSearch, searchProjects);

defineAttachments({
  subject: subjects.project,
  title: '项目',
  see: [PROJECT_MANAGE],
  edit: [PROJECT_MANAGE],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('project').select(['code', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.code, customerId: row.customer_id } : null;
  },
});
