import { useState } from 'react';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { arriving } from '~/ui/arriving';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailTable } from '~/ui/detail/DetailTable';
import { cx } from '~/ui/kit/cx';
import { Drawer } from '~/ui/kit/Dialog';
import { Link } from '~/ui/kit/Link';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import type { Span } from '../calendarSpan';
import type { calendar } from '../calls';
import { calendarDay } from '../calls';
import { itemColumns } from '../pickers/itemColumns';
import type { ItemRow } from '../repayment.schema';

type First = AnswerOf<typeof calendar>;
type Day = First['days'][number];
const PAGE = '/portal/creditSystem/repayCalendar';
const WEEK = ['一', '二', '三', '四', '五', '六', '日'];

export default function RepayCalendar({ first, span }: { first: First; span: Span }) {
  const [shown, setShown] = useState<{ day: string; items: ItemRow[]; more: number } | null>(null);
  const open = async (day: string) => setShown({ day, ...(await call(calendarDay, { day })) });
  return (
    <DetailPage
      title={span.view === 'month' ? `还款日历 ${span.day.slice(0, 4)}年${Number(span.day.slice(5, 7))}月` : `还款日历 ${span.from}至${span.to}`}
      facts={[
        { label: '应收(元)', value: <Money value={first.due} /> },
        { label: '已收(元)', value: <Money value={first.paid} /> },
        { label: '预计还将收(元)', value: <Money value={first.expected} /> },
      ]}
      actions={[
        { label: span.view === 'month' ? '看本周' : '看整月', href: href(PAGE, { view: span.view === 'month' ? 'week' : 'month', day: span.day }) },
        { label: '订阅', onPress: async () => void (await arriving(import('./feedActions'))).showFeed() },
        { label: '停用订阅', onPress: async () => void (await arriving(import('./feedActions'))).endFeed() },
        { label: '打印', onPress: () => window.print() },
      ]}
    >
      <nav className="flex items-center justify-between gap-3 print:hidden" aria-label="日历">
        <Link href={href(PAGE, { view: span.view, day: span.before })}>‹ {span.view === 'month' ? '上月' : '上周'}</Link>
        <Link href={href(PAGE, { view: span.view })}>今天</Link>
        <Link href={href(PAGE, { view: span.view, day: span.after })}>{span.view === 'month' ? '下月' : '下周'} ›</Link>
      </nav>
      <div className="overflow-x-auto rounded-lg border border-line bg-paper shadow-card">
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">每天应还的期数与金额</caption>
          <thead>
            <tr className="bg-sunken text-sm text-ink-2">
              {WEEK.map((name) => (
                <th key={name} scope="col" className="px-2 py-2 text-left font-medium">
                  <span className="max-sm:sr-only">周</span>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: first.days.length / 7 }, (_, week) => (
              <tr key={first.days[week * 7]?.day}>
                {first.days.slice(week * 7, week * 7 + 7).map((day) => (
                  <Cell key={day.day} day={day} today={first.today} dim={span.view === 'month' && day.day.slice(0, 7) !== span.day.slice(0, 7)} onOpen={open} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Drawer open={shown !== null} onClose={() => setShown(null)} title={`${shown?.day ?? ''} 应还`} width="xl">
        {shown && <DetailTable<ItemRow> caption="应还的计划" rows={shown.items} columns={itemColumns.filter((one) => !one.off)} empty="当天没有应还的计划" />}
        {shown && shown.more > 0 && <p className="px-5 py-3 text-sm text-ink-3">只显示前100期，更多请在还款管理按应还日查询</p>}
      </Drawer>
    </DetailPage>
  );
}

function Cell({ day, today, dim, onOpen }: { day: Day; today: string; dim: boolean; onOpen: (day: string) => void }) {
  return (
    <td className={cx('h-14 border border-line p-0 align-top sm:h-24', dim && 'bg-sunken', day.day === today && 'bg-brand-soft')}>
      <button
        type="button"
        className="flex h-full min-h-14 w-full flex-col gap-1 p-1 text-left hover:bg-hover sm:min-h-24 sm:p-2"
        onClick={() => onOpen(day.day)}
      >
        <span className="flex items-center gap-1 text-sm">
          <span className="figures font-medium">{Number(day.day.slice(8))}</span>
          {day.day === today && <span className="text-xs text-brand max-sm:sr-only">今天</span>}
          {day.mark === 'REST' && <span className="text-xs text-danger">休</span>}
          {day.mark === 'WORK' && <span className="text-xs text-brand">班</span>}
          {day.provisional && <span className="text-xs text-ink-3 max-sm:sr-only">暂定</span>}
          {day.overdue && <span className="ml-auto size-2 rounded-full bg-danger" role="img" aria-label="有逾期" />}
        </span>
        {day.count > 0 && (
          <span className="figures text-xs text-ink-2">
            <span className="max-sm:sr-only">应还</span>
            {day.count}期<span className="block max-sm:sr-only">{formatMoney(day.due)}</span>
          </span>
        )}
        {Number(day.paid) > 0 && (
          <span className="figures text-xs text-ok">
            已收<span className="max-sm:sr-only"> {formatMoney(day.paid)}</span>
          </span>
        )}
      </button>
    </td>
  );
}
