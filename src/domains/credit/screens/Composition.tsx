import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { arriving } from '~/ui/arriving';
import { DetailTable } from '~/ui/detail/DetailTable';
import { ActionButton } from '~/ui/kit/Button';
import { DateInput } from '~/ui/kit/Dates';
import type { Column } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { accountAsOf, type accountDetail } from '../calls';
import { accountStateNames, freezeSources, lineKinds } from '../credit';
import type { FreezeRow, LineRow } from '../credit.schema';
import { Limit, Validity } from './limit';

type Account = AnswerOf<typeof accountDetail>;
interface Props {
  account: Account;
  canGrant: boolean;
  canFreeze: boolean;
  today: string;
}

const standings = { COUNTS: '生效中', WAITS: '未到期或已过期', ENDED: '已终止' };
const standingOf = (row: LineRow): keyof typeof standings => (row.endedAt ? 'ENDED' : row.counts ? 'COUNTS' : 'WAITS');

/** What the limit is made of line by line, what is frozen of it, and where it stood on any day. */
export function Composition({ account, canGrant, canFreeze, today }: Props) {
  const again = async (work: Promise<boolean>) => {
    if (await work) location.reload();
  };
  const actions = () => arriving(import('./accountActions'));
  const lines: Column<LineRow>[] = [
    { key: 'kind', title: '类型', cell: (row) => lineKinds[row.kind] },
    { key: 'amount', title: '金额(元)', align: 'right', cell: (row) => <Limit value={row.amount} /> },
    { key: 'validFrom', title: '有效期', cell: (row) => <Validity from={row.validFrom} to={row.validTo} /> },
    { key: 'status', title: '状态', cell: (row) => <StatusTag status={standingOf(row)} names={standings} /> },
    { key: 'reason', title: '原因', wrap: true, cell: (row) => [row.reason, row.endReason].filter(Boolean).join('；') },
    { key: 'sourceNo', title: '来源单据' },
    { key: 'creator', title: '操作人' },
    { key: 'createdAt', title: '时间', kind: 'minute' },
    ...(canGrant
      ? [
          {
            key: 'act',
            title: '操作',
            cell: (row: LineRow) =>
              row.endedAt === null && row.kind !== 'BASE' ? (
                <ActionButton
                  size="sm"
                  action={{ label: '终止', tone: 'danger', onPress: async () => again((await actions()).endLineDialog(account, row.id)) }}
                />
              ) : null,
          },
        ]
      : []),
  ];
  const freezes: Column<FreezeRow>[] = [
    { key: 'amount', title: '冻结范围', cell: (row) => (row.amount === null ? '整户' : <Money value={row.amount} sign />) },
    { key: 'source', title: '来源', cell: (row) => freezeSources[row.source] },
    { key: 'reason', title: '原因', wrap: true },
    { key: 'freezer', title: '冻结人' },
    { key: 'frozenAt', title: '冻结时间', kind: 'minute' },
    { key: 'thawedAt', title: '解冻时间', kind: 'minute' },
    { key: 'thawReason', title: '解冻原因', wrap: true },
    ...(canFreeze
      ? [
          {
            key: 'act',
            title: '操作',
            cell: (row: FreezeRow) =>
              row.thawedAt === null ? (
                <ActionButton size="sm" action={{ label: '解冻', onPress: async () => again((await actions()).thawDialog(account, row.id)) }} />
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <div className="flex flex-col gap-5 py-4">
      <DetailTable<LineRow> caption="额度构成" rows={account.lines} columns={lines} empty="还没有额度" />
      {account.freezes.length > 0 && <DetailTable<FreezeRow> caption="冻结记录" rows={account.freezes} columns={freezes} empty="" />}
      <AsOfDay id={account.id} today={today} />
    </div>
  );
}

/** 截至某日: where the account stood at the end of that day. */
function AsOfDay({ id, today }: { id: string; today: string }) {
  const [date, setDate] = useState('');
  const [stood, setStood] = useState<AnswerOf<typeof accountAsOf>['stood'] | undefined>();
  const look = async (day: string) => {
    setDate(day);
    setStood(day ? (await call(accountAsOf, { id, date: day })).stood : undefined);
  };
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded border border-line p-3 text-sm" aria-live="polite">
      <span className="flex items-center gap-2">
        <label htmlFor="credit-as-of" className="whitespace-nowrap text-ink-3">
          截至日期
        </label>
        <DateInput id="credit-as-of" value={date} max={today} onChange={(day: string) => void look(day)} />
      </span>
      {date === '' && <span className="text-ink-3">选择日期查看当日终的额度</span>}
      {stood === null && <span className="text-ink-3">当日尚未开立</span>}
      {stood && (
        <>
          <span>{accountStateNames[stood.status]}</span>
          <span>
            额度 <Limit value={stood.limit} />
          </span>
          <span>
            已用 <Money value={stood.used} />
          </span>
          <span>
            占用 <Money value={stood.held} />
          </span>
          <span>
            冻结 <Money value={stood.frozen} />
          </span>
          <span>
            可用 <Limit value={stood.available} />
          </span>
        </>
      )}
    </section>
  );
}
