import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert, Spinner } from '~/ui/kit/Feedback';
import type { Column } from '~/ui/list/types';
import { myLetters } from '../calls';
import { letterKinds } from '../case';
import { fileHrefOfMine } from './letterHref';

type Letter = AnswerOf<typeof myLetters>['letters'][number];
const columns: Column<Letter>[] = [
  {
    key: 'no',
    title: '编号',
    cell: (row) => (
      <a className="text-brand hover:underline" href={fileHrefOfMine(row.id)} target="_blank" rel="noreferrer">
        {row.no}
      </a>
    ),
  },
  { key: 'kind', title: '函件', cell: (row) => letterKinds[row.kind] },
  { key: 'title', title: '标题' },
  { key: 'outstanding', title: '当时欠款(元)', kind: 'money' },
  { key: 'createdAt', title: '时间', kind: 'minute' },
];

/** 我收到的函件, as PDF. */
export default function MyLetters() {
  const [letters, setLetters] = useState<readonly Letter[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(myLetters, {}).then(
      (found) => setLetters(found.letters),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  if (problem) return <Alert tone="danger">{problem}</Alert>;
  if (!letters) return <Spinner label="正在读取函件…" />;
  return <DetailTable<Letter> caption="函件" rows={letters} columns={columns} empty="没有收到函件" />;
}
