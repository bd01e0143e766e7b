import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Alert } from '~/ui/kit/Feedback';
import { NumberInput } from '~/ui/kit/Input';
import { Money } from '~/ui/values/Money';
import { previewApply } from '../calls';

type Preview = AnswerOf<typeof previewApply>;
/** Receivable id to the amount typed, ''. */
export type Applied = Record<string, string>;

export const isAmount = (text: string | undefined): text is string => text !== undefined && /^\d{1,13}(\.\d{1,2})?$/.test(text);
const isPositive = (text: string | undefined): text is string => isAmount(text) && /[1-9]/.test(text);
export const partsOf = (applied: Applied) =>
  Object.entries(applied).flatMap(([receivableId, amount]) => (isPositive(amount) ? [{ receivableId, amount }] : []));

/** The customer's open receivables with what is settled of each, typed or filled in by due date. Holds `applied` of the form around it. */
export function ApplyGrid({ customerId, amount }: { customerId: string; amount: string }) {
  const { setValue } = useFormContext();
  const applied = (useWatch({ name: 'applied' }) as Applied | undefined) ?? {};
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState('');
  const asked = useRef('');
  const load = async (sum: string): Promise<Preview | undefined> => {
    asked.current = customerId;
    try {
      const answer = await call(previewApply, { customerId, amount: sum });
      if (asked.current !== customerId) return undefined;
      setProblem('');
      setPreview(answer);
      return answer;
    } catch (error) {
      setProblem(messageOf(error));
      return undefined;
    }
  };
  useEffect(() => {
    setPreview(undefined);
    setValue('applied', {});
    if (customerId) void load('0');
  }, [customerId]);
  const fill = async () => {
    const answer = await load(isAmount(amount) ? amount : '0');
    if (answer)
      setValue('applied', Object.fromEntries(answer.receivables.filter((one) => one.apply !== '0.00').map((one) => [one.id, one.apply])), {
        shouldDirty: true,
      });
  };
  if (!customerId) return <p className="text-ink-3">选择客户后显示未收的应收单</p>;
  if (problem) return <Alert tone="danger">{problem}</Alert>;
  if (preview && preview.receivables.length === 0) return <p className="text-ink-3">该客户没有未收的应收单，收款将全部转入客户资金账户</p>;
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Button size="sm" disabled={!isPositive(amount)} onPress={fill}>
          自动核销（先到期先核销）
        </Button>
        <span className="text-sm text-ink-3">填好后请核对，未核销部分转入客户资金账户</span>
      </div>
      <div className="max-h-80 overflow-auto rounded-lg border border-line">
        <table className="w-full">
          <thead>
            <tr className="bg-sunken text-left text-sm text-ink-2 [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
              <th scope="col">应收单号</th>
              <th scope="col">来源单</th>
              <th scope="col">到期日</th>
              <th scope="col" className="text-right">
                未收(元)
              </th>
              <th scope="col" className="text-right">
                本次核销(元)
              </th>
            </tr>
          </thead>
          <tbody>
            {preview?.receivables.map((one) => (
              <tr key={one.id} className="border-t border-line [&>td]:px-3 [&>td]:py-1.5">
                <td className="whitespace-nowrap">{one.no}</td>
                <td className="whitespace-nowrap">{one.sourceNo || '- -'}</td>
                <td className="whitespace-nowrap">{one.dueDate}</td>
                <td className="text-right">
                  <Money value={one.open} />
                </td>
                <td className="w-40">
                  <NumberInput
                    decimals={2}
                    aria-label={`应收单${one.no}本次核销`}
                    value={applied[one.id] ?? ''}
                    onChange={(value) => setValue('applied', { ...applied, [one.id]: value }, { shouldDirty: true })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
