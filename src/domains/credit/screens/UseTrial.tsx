import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { formatYuan, parseYuan } from '~/shared/money';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { FormSection } from '~/ui/form/FormSection';
import { Alert } from '~/ui/kit/Feedback';
import { sentenceOf } from '~/ui/kit/sentence';
import type { Column } from '~/ui/list/types';
import { creditOrderTrial } from '../calls';
import type { Draft } from './UseForm';

type Trial = AnswerOf<typeof creditOrderTrial>;
type Row = Trial['rows'][number];
const columns: Column<Row>[] = [
  { key: 'seq', title: '期次', cell: (row) => `第${row.seq}期` },
  { key: 'nominal', title: '约定日' },
  { key: 'due', title: '应还日', cell: (row) => `${row.due}${row.provisional ? '（暂定）' : ''}` },
  { key: 'principal', title: '本金(元)', kind: 'money' },
];
const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(text);

export function totalOf(rows: readonly { amount: string }[]): string {
  return formatYuan(rows.reduce((sum, { amount }) => (isAmount(amount) ? sum + parseYuan(amount) : sum), 0n));
}

/** 计划试算: when and in which parts what is typed above would be paid back. */
export function UseTrial() {
  const [accountId, orders, deliver, bizDate] = useWatch<Draft, ['accountId', 'orders', 'deliver', 'bizDate']>({
    name: ['accountId', 'orders', 'deliver', 'bizDate'],
  });
  const [state, setState] = useState<{ trial?: Trial; problem?: string }>({});
  const total = totalOf(orders);
  const asked = accountId && total !== '0.00' ? JSON.stringify({ accountId, amount: total, bizDate: deliver === 'true' ? bizDate : '' }) : '';
  useEffect(() => {
    let stale = false;
    if (!asked) return setState({});
    const timer = setTimeout(() => {
      call(creditOrderTrial, JSON.parse(asked)).then(
        (trial) => !stale && setState({ trial }),
        (error: unknown) => !stale && setState({ problem: sentenceOf(error) }),
      );
    }, 400);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [asked]);
  const { trial, problem } = state;
  return (
    <FormSection title="还款计划试算" columns={1} note={trial && (deliver === 'true' ? '按发货日期起算' : '假设今天全部发货；实际从每次发货日起算')}>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!problem && !trial && <p className="text-sm text-ink-3">选择授信账户、填写金额后，这里显示还款计划。</p>}
      {trial && (
        <>
          <DetailTable<Row> caption="还款计划试算" rows={trial.rows} columns={columns} rowKey={(row) => String(row.seq)} empty="没有还款计划" />
          <p className="text-sm text-ink-3">
            {trial.terms}
            {deliver !== 'true' && (trial.holdUntil ? `；占用至${trial.holdUntil}，到时未发货的部分自动释放` : '；占用不限时，可随时释放')}
          </p>
        </>
      )}
    </FormSection>
  );
}
