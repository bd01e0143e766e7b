import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { addChore } from '~/server/jobs.server';
import { serveOpen } from '~/server/serve.server';
import { enteredView } from './entrance.server';
import { setFirstPassword, viewFirstPassword } from './firstPassword.server';
import { addPasskey, passkeyAddOptions, removePasskey } from './passkey.server';
import { proveSelf, sendProofCode } from './proof.server';
import { confirmResetCode, resetPassword, sendResetCode } from './reset.server';
import { bindByScan, startScan, unbind } from './scan/scan.server';
import * as security from './security.server';
import * as calls from './securityCalls';
import { forgetOldEvents, listEvents } from './securityLog.server';
import { forgetOldTries } from './throttle.server';
import { forgetOldTickets } from './ticket.server';
import { confirmTotp, renewRecoveryCodes, startTotp, stopTotp } from './totp.server';

serveOpen(calls.sendResetCode, (_, input, request) => sendResetCode(input.mobile, request));
serveOpen(calls.confirmResetCode, (_, input, request) => confirmResetCode(input, request));
serveOpen(calls.resetPassword, (_, input, request) => resetPassword(input, request));
serveOpen(calls.firstPasswordView, (_, input, request) => viewFirstPassword(input.token, request));
serveOpen(calls.firstPasswordSet, async (_, input, request) => enteredView(await setFirstPassword(input, request)));

serveOpen(calls.security, (me, _, request) => security.securityOf(me as Me, request));
serveOpen(calls.securityLog, (me, query) => database().inSystem((tx) => listEvents(tx, (me as Me).accountId, query), { readOnly: true }));
serveOpen(calls.sendProofCode, (me, _, request) => sendProofCode(me as Me, request));
serveOpen(calls.proveSelf, (me, input, request) => proveSelf(me as Me, input, request));
serveOpen(calls.endSessions, (me, input, request) => security.endSessions(me as Me, input, request));
serveOpen(calls.changePassword, (me, input, request) => security.changePassword(me as Me, input, request));
serveOpen(calls.sendAccountCode, (_, input, request) => security.sendAccountCode(input.newLoginAccount, request));
serveOpen(calls.changeLoginAccount, (me, input, request) => security.changeLoginAccount(me as Me, input, request));
serveOpen(calls.sendMailCode, (_, input, request) => security.sendMailCode(input.email, request));
serveOpen(calls.bindMail, (me, input, request) => security.bindMail(me as Me, input, request));
serveOpen(calls.unbindMail, (me, _, request) => security.unbindMail(me as Me, request));
serveOpen(calls.scanBindStart, (me, input, request) => startScan(me as Me, input, request));
serveOpen(calls.scanBind, (me, input, request) => bindByScan(me as Me, input, request));
serveOpen(calls.scanUnbind, (me, input, request) => unbind(me as Me, input.provider, request));
serveOpen(calls.totpStart, (me, _, request) => startTotp(me as Me, request));
serveOpen(calls.totpConfirm, (me, input, request) => confirmTotp(me as Me, input, request));
serveOpen(calls.totpStop, (me, _, request) => stopTotp(me as Me, request));
serveOpen(calls.recoveryRenew, (me, _, request) => renewRecoveryCodes(me as Me, request));
serveOpen(calls.passkeyAddOptions, (me, _, request) => passkeyAddOptions(me as Me, request));
serveOpen(calls.passkeyAdd, (me, input, request) => addPasskey(me as Me, input, request));
serveOpen(calls.passkeyRemove, (me, input, request) => removePasskey(me as Me, input, request));

addChore({
  name: 'forget-old-proofs',
  everySeconds: 3600,
  run: (opened, now) =>
    opened.inSystem(async (tx) => {
      await forgetOldTickets(tx, now);
      await forgetOldTries(tx, now);
      await forgetOldEvents(tx, now);
    }),
});
