import type { ReactNode } from 'react';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { cx } from '~/ui/kit/cx';
import { Alert } from '~/ui/kit/Feedback';
import { DateTime } from '~/ui/values/DateTime';
import { DASHES } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import type { TaskCardView } from '../../task.schema';

type Cell = TaskCardView['tables'][number]['rows'][number][number];

/** One value of the card, as its kind is shown everywhere. */
export function cellText(cell: Cell): ReactNode {
  if (cell.amount !== undefined) return <Money value={cell.amount} />;
  if (cell.cost !== undefined) return <Money value={cell.cost} />;
  if (cell.price !== undefined) return <Price value={cell.price} />;
  if (cell.qty !== undefined) return <Qty value={cell.qty} />;
  if (cell.at !== undefined) return <DateTime value={cell.at} kind="minute" />;
  return cell.mobile ?? cell.idCard ?? (cell.text || <span className="text-ink-3">{DASHES}</span>);
}

const tones = { '': '', danger: 'text-danger', warn: 'text-warn', strong: 'font-semibold' } as const;

/** What is decided on, from any kind of document: what stands out, what changes, its facts and its lines. */
export function BusinessCard({ card, title, document }: { card: TaskCardView; title: string; document: string }) {
  return (
    <>
      {card.warnings.length > 0 && <Alert tone="warn">{card.warnings.join('；')}</Alert>}
      {card.changes.length > 0 && (
        <DetailSection title="修改前后对照" flush>
          <DetailTable
            caption="修改前后对照"
            rows={card.changes}
            rowKey={(row) => `${row.label}${row.before}${row.after}`}
            columns={[
              { key: 'label', title: '内容', fixed: true },
              { key: 'before', title: '原值', wrap: true, cell: (row) => <del className="text-ink-3">{row.before || DASHES}</del> },
              { key: 'after', title: '新值', wrap: true, cell: (row) => <ins className="text-brand no-underline">{row.after || DASHES}</ins> },
            ]}
          />
        </DetailSection>
      )}
      <Card title={title} actions={[document !== '' && { label: '打开单据', href: document }]}>
        <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {card.facts.map((fact) => (
            <div key={fact.key} className={cx('flex min-w-0 gap-3', (fact.text?.length ?? 0) > 40 && 'sm:col-span-full')}>
              <dt className="w-28 shrink-0 text-ink-3">{fact.label}</dt>
              <dd className={cx('min-w-0 flex-1 break-words whitespace-pre-line', tones[fact.tone ?? ''])}>{cellText(fact)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {card.tables.map((table) => (
        <DetailSection key={table.title} title={table.title} flush>
          <DetailTable
            caption={table.title}
            rows={table.rows}
            rowKey={(row) => JSON.stringify(row)}
            columns={table.columns.map((column, at) => ({
              key: column.key,
              title: column.title,
              ...(column.numeric ? { align: 'right' as const } : {}),
              ...(column.key === 'name' ? { fixed: true, wrap: true, width: 180 } : {}),
              cell: (row: Cell[]) => cellText(row[at] ?? {}),
            }))}
          />
          {(table.more ?? 0) > 0 && <p className="px-5 py-3 text-sm text-ink-3">另有{table.more}行，请打开单据查看</p>}
        </DetailSection>
      ))}
    </>
  );
}
