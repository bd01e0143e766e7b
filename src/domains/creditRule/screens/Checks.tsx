import { useState } from 'react';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { traceList } from '../calls';
import { Explain, VerdictTag } from '../pickers/Explain';
import { type Checkpoint, checkpoints, verdicts } from '../rule';

type Row = AnswerOf<typeof traceList>['pagedRecords'][number];

const filters: Filter[] = [
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'verdict', label: '结果', options: optionsOf(verdicts) },
  { kind: 'select', key: 'checkpoint', label: '检查点', options: optionsOf(checkpoints) },
  { kind: 'dates', key: 'day', label: '检查时间', startKey: 'startDate', endKey: 'endDate', unit: 'day' },
];
const hitNames = (row: Row): string =>
  row.rules
    .filter(({ outcome }) => outcome === 'HIT')
    .map(({ name }) => name)
    .join('、') || '- -';
const columns: Column<Row>[] = [
  { key: 'at', title: '检查时间', kind: 'minute', sortable: true },
  { key: 'customerName', title: '客户' },
  { key: 'verdict', title: '结果', cell: (row) => <VerdictTag verdict={row.verdict} /> },
  { key: 'checkpoint', title: '检查点', cell: (row) => checkpoints[row.checkpoint as Checkpoint] },
  { key: 'bizNo', title: '单据', cell: (row) => row.bizNo || '- -' },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'rules', title: '命中的规则', cell: hitNames },
  { key: 'actor', title: '操作人' },
];

/** What the rules said, refusals as well: of everybody, a customer, a limit, or of one rule that hit. */
export default function Checks({ of, filtered = false }: { of: Record<string, string>; filtered?: boolean }) {
  const [shown, setShown] = useState<Row | null>(null);
  return (
    <>
      <ListPage<Row>
        title="规则检查记录"
        source={{
          id: `credit/checks${Object.keys(of).join('')}`,
          local: true,
          query: filtered ? of : {},
          load: (q) => call(traceList, { ...(filtered ? { ruleId: of['ruleId'] ?? '' } : of), ...q } as never),
        }}
        {...(filtered ? { filters } : {})}
        columns={filtered ? columns : columns.filter(({ key }) => key !== 'customerName' || of['ruleId'])}
        rowActions={(row) => [{ label: '查看', onPress: () => setShown(row) }]}
      />
      {shown && (
        <Dialog
          open
          onClose={() => setShown(null)}
          title={`${checkpoints[shown.checkpoint as Checkpoint]}检查：${shown.bizNo || shown.customerName}`}
          width="lg"
        >
          <Explain rules={shown.rules} />
        </Dialog>
      )}
    </>
  );
}
