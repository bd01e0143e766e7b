import { useEffect, useState } from 'react';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import { sentenceOf } from '~/ui/kit/sentence';
import type { Preview } from '../template.schema';

/** The text with examples in it, and what is wrong with it. */
export default function TextPreview({ title = '预览正文', load, onClose }: { title?: string; load: () => Promise<Preview>; onClose: () => void }) {
  const [asked] = useState(load);
  const [found, setFound] = useState<Preview>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    asked.then(setFound, (error: unknown) => setProblem(sentenceOf(error)));
  }, [asked]);
  return (
    <Dialog open onClose={onClose} title={title} width="lg">
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!found && !problem && <Spinner />}
      {found && <ContractText text={found} />}
    </Dialog>
  );
}

function ContractText({ text }: { text: Preview }) {
  return (
    <div className="flex flex-col gap-3">
      {text.problems.length > 0 && (
        <Alert tone="warn" title={`有${text.problems.length}处需要处理`}>
          {text.problems.join('；')}
        </Alert>
      )}
      <article className="flex flex-col gap-2 rounded border border-line bg-paper px-6 py-5 leading-7">
        <h2 className="text-center text-xl font-semibold">{text.title}</h2>
        {text.blocks.map((block, at) =>
          block.kind === 'TABLE' ? (
            <div key={at} className="overflow-x-auto">
              <table className="w-full border-collapse text-sm">
                <thead>
                  <tr>
                    {block.columns.map((column) => (
                      <th key={column.title} className={`border border-line px-2 py-1 font-medium ${column.right ? 'text-right' : 'text-left'}`}>
                        {column.title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {block.rows.map((row) => (
                    <tr key={row.join('|')}>
                      {row.map((cell, index) => (
                        <td
                          key={block.columns[index]?.title ?? index}
                          className={`border border-line px-2 py-1 ${block.columns[index]?.right ? 'figures text-right' : ''}`}
                        >
                          {cell}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ) : block.kind === 'CLAUSE' ? (
            <h3 key={at} className="mt-2 font-semibold">
              {block.no}　{block.text}
            </h3>
          ) : (
            <p key={at} className={block.kind === 'NOTE' ? 'whitespace-pre-wrap text-sm text-ink-3' : 'whitespace-pre-wrap indent-8'}>
              {block.text}
            </p>
          ),
        )}
      </article>
    </div>
  );
}
