import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { formatMoney } from '~/ui/values/format';
import { accountStateName } from '../agreed';
import { applySuggest } from '../calls';
import type { Draft } from './applyDraft';

type Found = AnswerOf<typeof applySuggest>;
type Account = Found['accounts'][number];
const limit = (fen: string | null) => (fen === null ? '不限' : formatMoney(fen));

/** What the customer has already, and what a limit might be with the reasons for it. */
export function Standing() {
  const customerId = useWatch<Draft, 'customerId'>({ name: 'customerId' });
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setFound(null);
    setProblem('');
    if (!customerId) return;
    let gone = false;
    call(applySuggest, { customerId }).then(
      (answer) => !gone && setFound(answer),
      (error: unknown) => !gone && setProblem(messageOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [customerId]);
  if (!customerId) return null;
  return (
    <Card title="现有授信与建议额度" note={found ? `客户等级：${found.levelName}` : ''}>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!found && !problem && <Skeleton lines={3} />}
      {found && (
        <div className="grid gap-4 lg:grid-cols-2">
          <div>
            <p className="text-sm text-ink-2">建议额度区间</p>
            <p className="figures text-xl font-semibold">{`${formatMoney(found.suggestLimitLo)} – ${formatMoney(found.suggestLimitHi)} 元`}</p>
            <ul className="mt-2 list-disc pl-5 text-sm text-ink-2">
              {found.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
          {found.accounts.length === 0 ? (
            <p className="text-sm text-ink-3">该客户还没有授信账户。</p>
          ) : (
            <DetailTable<Account>
              caption="现有授信"
              rows={found.accounts}
              columns={[
                { key: 'typeName', title: '授信类型' },
                { key: 'status', title: '状态', cell: (row) => accountStateName(row.status) },
                { key: 'limitAmount', title: '额度(元)', align: 'right', cell: (row) => limit(row.limitAmount) },
                { key: 'usedAmount', title: '已用(元)', align: 'right', cell: (row) => formatMoney(row.usedAmount) },
                { key: 'availableLimit', title: '可用(元)', align: 'right', cell: (row) => limit(row.availableLimit) },
                { key: 'validTo', title: '有效期止', cell: (row) => row.validTo ?? '长期' },
              ]}
            />
          )}
        </div>
      )}
    </Card>
  );
}
