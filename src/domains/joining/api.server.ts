import { enteredView } from '~/domains/account/entrance.server';
import type { Me } from '~/portal/me';
import { serve, serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { cancelInvite, createInvite, joinAsMe, joinByInvite, listInvites, viewInvite } from './invite.server';
import { isRegistered, registerCompany, sendJoiningCode, validateCompany } from './register.server';

serveOpen(calls.saasValidate, (_, input, request) => validateCompany(input, request));
serveOpen(calls.verifyPhone, (_, input, request) => isRegistered(input.mobile, request));
serveOpen(calls.fetchSmsCode, (_, input, request) => sendJoiningCode(input, request));
serveOpen(calls.register, async (_, input, request) => enteredView(await registerCompany(input, request)));
serveOpen(calls.inviteInfo, (_, input, request) => viewInvite(input.token, request));
serveOpen(calls.joinByInvite, async (_, input, request) => enteredView(await joinByInvite(input, request)));
serveOpen(calls.joinAsMe, async (me, input, request) => enteredView(await joinAsMe(me as Me, input.token, request)));
serve(calls.inviteCreate, (tx, me, input, request) => createInvite(tx, me, input, request));
serve(calls.inviteList, (tx, me, input, { now }) => listInvites(tx, me, input, now));
serve(calls.inviteCancel, (tx, me, input, { now }) => cancelInvite(tx, me, input, now));
