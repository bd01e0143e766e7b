import { useEffect, useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { formatMoney } from '~/ui/values/format';
import { creditAccountOptions, ruleDryRun } from '../calls';
import { Explain, VerdictTag } from '../pickers/Explain';
import { checkpoints } from '../rule';

type Answer = AnswerOf<typeof ruleDryRun>;
type Account = AnswerOf<typeof creditAccountOptions>['accounts'][number];

/** 试跑: what the rules in force would say of a customer now. Nothing is written. */
export default function DryRun({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState({ checkpoint: 'ORDER', customerId: '', accountId: '', amount: '' });
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState('');
  const put = (change: Partial<typeof asked>) => {
    setAnswer(null);
    setAsked({ ...asked, ...change });
  };
  useEffect(() => {
    if (!asked.customerId) return;
    call(creditAccountOptions, { customerId: asked.customerId }).then(
      (found) => {
        setAccounts(found.accounts);
        setAsked((now) => ({ ...now, accountId: found.accounts[0]?.id ?? '' }));
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [asked.customerId]);
  const run = async () => {
    setProblem('');
    try {
      setAnswer(await call(ruleDryRun, { ...asked, checkpoint: asked.checkpoint as never, amount: asked.amount || '0' }));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog open onClose={onClose} title="规则试跑" width="lg">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <CustomerPicker aria-label="客户" value={asked.customerId} onChange={(customerId: string) => put({ customerId, accountId: '' })} />
          <Select
            aria-label="授信账户"
            value={asked.accountId}
            placeholder={asked.customerId && accounts.length === 0 ? '该客户没有授信账户' : '选择授信账户'}
            options={accounts.map(({ id, no, typeName }) => ({ value: id, label: `${typeName} ${no}` }))}
            onChange={(accountId) => put({ accountId })}
          />
          <Select
            aria-label="检查点"
            value={asked.checkpoint}
            options={optionsOf(checkpoints)}
            onChange={(checkpoint) => put({ checkpoint: checkpoint || 'ORDER' })}
          />
          <NumberInput aria-label="金额" value={asked.amount} decimals={2} unit="元" placeholder="本次金额" onChange={(amount) => put({ amount })} />
        </div>
        <span>
          <Button tone="primary" disabled={!asked.customerId} onPress={run}>
            试跑
          </Button>
        </span>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {answer && (
          <>
            <p className="flex flex-wrap items-center gap-2">
              结果：
              <VerdictTag verdict={answer.verdict} />
              <span className="text-sm text-ink-3">
                {answer.availableLimit === null ? '可用额度：不限或无账户' : `可用额度${formatMoney(answer.availableLimit)}元`}
                {answer.projectedLimit !== null && `，本次之后${formatMoney(answer.projectedLimit)}元`}
              </span>
            </p>
            <Explain rules={answer.rules} />
          </>
        )}
      </div>
    </Dialog>
  );
}
