import { Link } from '~/ui/kit/Link';
import type { Filter } from '~/ui/list/types';

export const commonFilters = (time: string): Filter[] => [
  { kind: 'text', key: 'keyword', label: '标题', placeholder: '单据编号或客户名称' },
  { kind: 'text', key: 'starter', label: '发起人' },
  { kind: 'dates', key: 'time', label: time, startKey: 'startTime', endKey: 'endTime' },
  { kind: 'text', key: 'taskName', label: '当前节点', placeholder: '节点全称，如“待审核”' },
  { kind: 'numbers', key: 'amount', label: '金额(元)', startKey: 'amountMin', endKey: 'amountMax' },
];

/** One tab a process; the counts come with the page. */
export const tabsOf = (names: Readonly<Record<string, string>>) => ({
  key: 'processDefinitionKey',
  items: [{ value: '', label: '全部' }, ...Object.entries(names).map(([value, label]) => ({ value, label }))],
});

/** What kind of process it is, over the number of its document. */
export const Titled = ({ href, title, no }: { href: string; title: string; no: string }) => (
  <Link href={href}>
    {title}
    {no && <span className="block font-normal">{no}</span>}
  </Link>
);

/** One line each, cut where it is long: what comes after it in the row is what people sort their work by. */
export const Summary = ({ lines }: { lines: readonly string[] }) => (
  <span className="block">
    {lines.map((line) => (
      <span key={line} className="block truncate text-sm text-ink-2 sm:max-w-55" title={line}>
        {line}
      </span>
    ))}
  </span>
);
