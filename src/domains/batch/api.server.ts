import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { scopeOf, serve, serveFile, serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import './importChores.server';
import * as jobs from './importJob.server';

serveFile(calls.importTemplate, (_tx, me, { type }) => jobs.importTemplate(me, type));
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
serve(calls.importPage, (tx, me, query) => jobs.listImportJobs(tx, me, query));
