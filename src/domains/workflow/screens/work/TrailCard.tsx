import { fileHref } from '~/domains/file/pickers/fileHref';
import { Trail } from '~/ui/approval/Trail';
import { DateTime } from '~/ui/values/DateTime';
import type { TrailStepView } from '../../task.schema';

/** Who had it, has it and will be asked, with opinions, files, signatures and how long each took. */
export const TaskTrail = ({ trail }: { trail: readonly TrailStepView[] }) => (
  <Trail
    steps={trail.map(({ people, ...step }) => ({
      ...step,
      people: people.map(({ at, took, files, signature, ...person }) => ({
        ...person,
        at: at && (
          <>
            <DateTime value={at} kind="minute" />
            {took && ` · 用时${took}`}
          </>
        ),
        extra: (files.length > 0 || signature) && <Extras files={files} signature={signature} />,
      })),
    }))}
  />
);

function Extras({ files, signature }: Pick<TrailStepView['people'][number], 'files' | 'signature'>) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-3">
      {signature && <img src={fileHref(signature)} alt="手写签名" className="h-12 rounded border border-line bg-white" />}
      {files.map((file) => (
        <a key={file.key} href={fileHref(file.key)} target="_blank" rel="noreferrer" className="text-sm text-brand">
          {file.name}
        </a>
      ))}
    </div>
  );
}
