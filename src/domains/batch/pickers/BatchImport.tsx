import type { AnswerOf } from '~/shared/endpoint';
import { call, fileHref } from '~/shell/call';
import { ImportPage } from '~/ui/import/ImportPage';
import type { ImportPreview } from '~/ui/import/types';
import * as calls from '../calls';

interface Props {
  form: AnswerOf<typeof calls.importForm>;
  backHref?: string;
  untitled?: boolean;
}

/** The import screen of any defined type: columns, notes and ways of importing come from its definition. */
export function BatchImport({ form: { type, ...form }, ...page }: Props) {
  return (
    <ImportPage
      {...form}
      {...page}
      templateHref={fileHref(calls.importTemplate, { type })}
      upload={async (file, { mode }) => previewOf(await call(calls.importUpload, { type, mode, file }))}
      commit={async (jobId, how) => {
        const done = await call(calls.importCommit, { jobId, how: how === 'ALL' ? 'ALL' : 'GOOD_ONLY' });
        return {
          jobId,
          inserted: done.created,
          updated: done.updated,
          skipped: done.bad,
          errorFileHref: errorFileOf(done),
          note: done.note,
          undoable: done.undoUntil !== null,
          undoUntil: done.undoUntil ?? undefined,
        };
      }}
      undo={(jobId) => call(calls.importUndo, { jobId })}
    />
  );
}

type Answer = AnswerOf<typeof calls.importPreview>;

const errorFileOf = (job: Answer): string | undefined => (job.bad > 0 ? fileHref(calls.importErrorFile, { jobId: job.jobId }) : undefined);

export function previewOf(job: Answer): ImportPreview {
  return {
    jobId: job.jobId,
    totalRows: job.total,
    validRows: job.good,
    invalidRows: job.bad,
    effects: job.effects ?? undefined,
    header: job.header,
    rows: job.sample,
    ignored: job.ignored,
    errors: job.errors.map(({ rowNumber, ...error }) => ({ ...error, row: rowNumber })),
    errorCount: job.errorCount,
    errorFileHref: errorFileOf(job),
  };
}
