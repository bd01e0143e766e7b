import { serve, serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { authorise, listSeals, revoke } from './seal.server';
import './sealExport.server';
import { drawSeal, saveSeal, setPicture } from './sealSave.server';
import { verifyFile } from './verifyFile.server';

serve(calls.sealList, (tx, me, _, { now }) => listSeals(tx, me, now));
serve(calls.sealSave, (tx, me, input, { now }) => saveSeal(tx, me, input, now));
serve(calls.sealPicture, (tx, me, input, { now }) => setPicture(tx, me, input, now));
serve(calls.sealDrawn, (tx, me, input, { now }) => drawSeal(tx, me, input, now));
serve(calls.sealAuthorise, (tx, me, input, { now }) => authorise(tx, me, input, now));
serve(calls.sealRevoke, (tx, me, input, { now }) => revoke(tx, me, input, now));
serveOpen(calls.contractVerify, (_, input, request) => verifyFile(input, request));
