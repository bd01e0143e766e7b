import { useRef, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { useMe } from '~/shell/session';
import type { ListTabs } from '~/ui/list/types';
import type { importPage } from '../calls';
import type { exportPage } from '../exportCalls';
import { ExportList } from './ExportList';
import { ImportList } from './ImportList';

export type Query = Record<string, string>;
const tabs: ListTabs = {
  key: 'tab',
  items: [
    { value: '', label: '导出' },
    { value: 'import', label: '导入' },
  ],
};

interface Props {
  /** The page of the tab the address names. */
  exports: AnswerOf<typeof exportPage> | null;
  imports: AnswerOf<typeof importPage> | null;
  query: Query;
}

/** 批量中心: two lists under one address; the tab is part of the query, so search, back and reload keep it. */
export default function BatchCentre({ exports, imports, query }: Props) {
  const factory = useMe()?.customerId === null;
  const [at, setAt] = useState({ tab: factory ? (query['tab'] ?? '') : '', query });
  const once = useRef({ exports, imports });
  /** Answers whether the list asked for is the other one, which then takes over. */
  const moved = (next: Query): boolean => {
    if ((next['tab'] ?? '') === at.tab || !factory) return false;
    once.current = { exports: null, imports: null };
    setAt({ tab: next['tab'] ?? '', query: next });
    return true;
  };
  const shared = { query: at.query, moved, ...(factory ? { tabs } : {}) };
  return at.tab === 'import' ? (
    <ImportList key="import" first={once.current.imports} {...shared} />
  ) : (
    <ExportList key="export" first={once.current.exports} {...shared} />
  );
}
