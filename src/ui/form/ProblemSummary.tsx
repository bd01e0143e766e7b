import { useFormContext, useFormState } from 'react-hook-form';
import { Alert } from '../kit/Feedback';
import { useFormFrame } from './FormContext';
import { flatProblems, labelOf, placeOf, wordsOf } from './problems';

const SHOWN = 8;

/** What stops the form, above it: the refusal's sentence, then every field with a way to get there. */
export function ProblemSummary({ refused }: { refused: string }) {
  const { id, labels } = useFormFrame();
  const { getValues } = useFormContext();
  const { errors, submitCount } = useFormState();
  const problems = submitCount > 0 || refused ? flatProblems(errors) : [];
  if (!refused && problems.length === 0) return null;
  const shown = problems.filter((problem) => problem.message !== refused || problems.length > 1).slice(0, SHOWN);
  return (
    <Alert tone="danger" title={refused || `有 ${problems.length} 处需要修改`}>
      {shown.length > 0 && (
        <ul className="mt-1 flex flex-col gap-0.5">
          {shown.map((problem) => {
            const place = placeOf(problem.path, labels);
            const field = labelOf(problem.path, labels);
            const words = field ? wordsOf(problem, field.label, getValues(problem.path), field.required) : problem.message;
            return (
              <li key={problem.path}>
                <button
                  type="button"
                  className="text-left underline-offset-3 hover:underline"
                  onClick={() => document.getElementById(`${id}${problem.path}`)?.focus()}
                >
                  {place && !words.includes(place) ? `${place}：${words}` : words}
                </button>
              </li>
            );
          })}
          {problems.length > SHOWN && <li className="text-ink-2">另有 {problems.length - SHOWN} 处，见下方标红的位置</li>}
        </ul>
      )}
    </Alert>
  );
}
