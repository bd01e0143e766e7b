import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { scopeOf, serve, serveFile, serveOpen, serveOpenFile } from '~/server/serve.server';
import * as calls from './calls';
import * as exportCalls from './exportCalls';
import './exportChores.server';
import * as files from './exportFile.server';
import * as exports from './exportJob.server';
import './importChores.server';
import { importForm, importTemplate } from './importForm.server';
import * as jobs from './importJob.server';
import './approvalCard.server';

serveFile(calls.importTemplate, (_tx, me, { type }) => importTemplate(me, type));
serve(calls.importForm, async (_tx, me, { type }) => importForm(me, type));
/** Reads the file before any transaction begins. */
serveOpen(calls.importUpload, async (person, { type, mode, file }, { now }) => {
  const me = person as Me;
  const sheet = await jobs.readImport(me, type, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  return database().inTenant(scopeOf(me), (tx) => jobs.uploadImport(tx, me, { type, mode, fileName: file.name, sheet }, now));
});
serve(calls.importPreview, (tx, me, { jobId }) => jobs.previewImport(tx, me, jobId));
serve(calls.importCommit, (tx, me, input, { now }) => jobs.commitImport(tx, me, input, now));
serveFile(calls.importErrorFile, (tx, me, { jobId }) => jobs.importErrorFile(tx, me, jobId));
serve(calls.importUndo, (tx, me, { jobId }, { now }) => jobs.undoImport(tx, me, jobId, now));
serve(calls.importCancel, (tx, me, { jobId }) => jobs.cancelImport(tx, me, jobId));
serve(calls.importPage, (tx, me, query) => jobs.listImportJobs(tx, me, query));

serve(exportCalls.exportSize, (tx, me, input, { now }) => exports.sizeOfExport(tx, me, input, now));
serve(exportCalls.exportStart, (tx, me, input, { now }) => exports.startExport(tx, me, input, now));
serve(exportCalls.exportPage, (tx, me, query) => exports.listExports(tx, me, query));
serve(exportCalls.exportDetail, (tx, me, { id }) => exports.exportJobOf(tx, me, id));
serve(exportCalls.exportCancel, (tx, me, { id }, { now }) => exports.cancelExport(tx, me, id, now));
serve(exportCalls.exportRetry, (tx, me, { id }, { now }) => exports.retryExport(tx, me, id, now));
serve(exportCalls.exportDecide, (tx, me, input, { now }) => exports.decideExport(tx, me, input, now));
serveOpenFile(exportCalls.exportDownload, (me, { id }, { now }) => files.downloadExport(me as Me, id, now));
serve(exportCalls.exportRulesRead, (tx, me) => files.readRules(tx, me));
serve(exportCalls.exportRulesSave, (tx, me, input) => files.saveRules(tx, me, input));
serve(calls.batchCounts, (tx, me) => files.countBatches(tx, me));
