import { useState } from 'react';
import { CREDIT_APPLY } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { Tabs } from '~/ui/kit/Tabs';
import type { applyForm, applyList } from '../calls';
import { ApplyForm } from './ApplyForm';
import { ApplyList } from './ApplyList';

export type Options = AnswerOf<typeof applyForm>;
interface Props {
  options: Options;
  query: Record<string, string>;
  /** Of the list, where the address asks for it. */
  first?: AnswerOf<typeof applyList> | undefined;
  customer?: { id: string; name: string } | undefined;
}

/** 授信申请: a new one, and those there are. */
export default function ApplyHome({ options, query, first, customer }: Props) {
  const may = useCan(CREDIT_APPLY);
  const [shown, setShown] = useState(!may || query['tab'] === 'list' ? 'list' : 'new');
  const items = [
    ...(may
      ? [{ value: 'new', label: '新建申请', content: <ApplyForm options={options} customer={customer} kind={query['kind']} typeId={query['creditTypeId']} /> }]
      : []),
    { value: 'list', label: '申请记录', content: <ApplyList query={query} first={first} types={options.types} /> },
  ];
  return <Tabs label="授信申请" items={items} value={shown} onChange={setShown} />;
}
