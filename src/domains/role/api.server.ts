import { startPreview } from '~/domains/account/preview.server';
import type { Me } from '~/portal/me';
import { serve, serveOpen } from '~/server/serve.server';
import * as calls from './calls';

import { deleteRole, getRole, listRoles, roleChoices, saveRole, scopeChoices } from './role.server';
import { whoSees } from './sight.server';

serve(calls.roleList, (tx, me, query) => listRoles(tx, me, query));
serve(calls.roleGet, (tx, me, input) => getRole(tx, me, input));
serve(calls.roleSave, (tx, me, input) => saveRole(tx, me, input));
serve(calls.roleDelete, (tx, me, input) => deleteRole(tx, me, input));
serve(calls.roleChoices, (tx, me) => roleChoices(tx, me));
serve(calls.scopeChoices, (tx, me) => scopeChoices(tx, me));
serveOpen(calls.previewStart, (me, input, request) => startPreview(me as Me, input.id, request));
serve(calls.whoSees, (tx, me, input) => whoSees(tx, me, input));
