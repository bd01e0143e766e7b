import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Explain, VerdictTag } from '~/domains/creditRule/pickers/Explain';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { type ApplyKind, kindRules } from '../apply';
import { applyPrecheck } from '../calls';
import type { Draft } from './applyDraft';

/** 规则预检: what the rules will say when this is submitted, by the very function that decides then. */
export function Precheck() {
  const [customerId, kind, creditTypeId, requested] = useWatch<Draft, ['customerId', 'kind', 'creditTypeId', 'requested']>({
    name: ['customerId', 'kind', 'creditTypeId', 'requested'],
  });
  const [answer, setAnswer] = useState<AnswerOf<typeof applyPrecheck> | null>(null);
  const [problem, setProblem] = useState('');
  if (!kindRules[kind as ApplyKind]?.checked) return null;
  const run = async () => {
    setProblem('');
    try {
      setAnswer(await call(applyPrecheck, { customerId, creditTypeId, amount: requested || '0' }));
    } catch (error) {
      setAnswer(null);
      setProblem(messageOf(error));
    }
  };
  return (
    <Card title="规则预检" note="拦截的不能提交；需特批和提醒的会一并交给审批人">
      <div className="flex flex-col gap-3">
        <span className="flex items-center gap-3">
          <Button disabled={!customerId || !creditTypeId} onPress={run}>
            检查规则
          </Button>
          {answer && <VerdictTag verdict={answer.verdict} />}
        </span>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {answer && <Explain rules={answer.rules} />}
      </div>
    </Card>
  );
}
