import { useRef, useState } from 'react';
import { ActionRow, Button } from '../kit/Button';
import { Card } from '../kit/Card';
import { Textarea } from '../kit/Input';
import type { Actions } from '../kit/types';

interface Props {
  decide: (decision: 'PASS' | 'REJECT', comment: string) => Promise<unknown>;
  actions?: Actions | undefined;
}

const MAX = 200;

export function DecisionPanel({ decide, actions }: Props) {
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const settle = (decision: 'PASS' | 'REJECT') => {
    const words = comment.trim();
    const why = decision === 'REJECT' && !words ? '驳回必须填写原因' : words.length > MAX ? `审批意见长度不能超过${MAX}个字` : '';
    setProblem(why);
    if (why) {
      input.current?.focus();
      return undefined;
    }
    return decide(decision, words);
  };
  return (
    <Card title="审批">
      <label htmlFor="decision-comment" className="mb-1 block text-sm text-ink-2">
        审批意见（驳回必填）
      </label>
      <Textarea
        id="decision-comment"
        ref={input}
        value={comment}
        onChange={setComment}
        rows={4}
        maxLength={MAX}
        invalid={problem !== ''}
        aria-describedby="decision-problem"
        placeholder="写给申请人和后续审批人看"
      />
      <p id="decision-problem" role="alert" className="min-h-5 text-sm text-danger">
        {problem}
      </p>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Button tone="danger" onPress={() => settle('REJECT')}>
          驳回
        </Button>
        <Button tone="primary" onPress={() => settle('PASS')}>
          通过
        </Button>
      </div>
      <ActionRow actions={actions} size="sm" className="mt-3" />
    </Card>
  );
}
