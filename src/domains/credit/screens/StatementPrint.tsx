import { PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import type { AnswerOf } from '~/shared/endpoint';
import { shownFen, shownYuan, sumFen } from '~/shared/money';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatTime } from '~/ui/values/format';
import { type accountDetail, accountJournal } from '../calls';
import { accountStateNames, journalEvents } from '../credit';
import type { JournalRow } from '../credit.schema';

type Account = AnswerOf<typeof accountDetail>;
interface Printed {
  from: string;
  until: string;
  rows: JournalRow[];
  more: boolean;
}
/** A statement of more changes than this is asked for as an export. */
const MOST = 1_000;
const PAGE = 200;

/** So many months back from the month a day lies in. */
function firstOf(day: string, back: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
const before = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

async function changesOf(accountId: string, from: string, until: string): Promise<Printed> {
  const rows: JournalRow[] = [];
  for (let pageNo = 1; rows.length < MOST; pageNo++) {
    const { pagedRecords } = await call(accountJournal, { accountId, start: from, end: until, pageNo, pageSize: PAGE } as never);
    rows.push(...pagedRecords);
    if (pagedRecords.length < PAGE) return { from, until, rows: rows.reverse(), more: false };
  }
  return { from, until, rows: rows.reverse(), more: true };
}

/** 额度对账单: how the limit stands, and every change of it in a span of time, as it is handed to a customer. */
export default function StatementPrint({ account, today, onClose }: { account: Account; today: string; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  const [month, last, year] = [firstOf(today, 0), firstOf(today, 1), firstOf(today, 11)];
  const spans: Record<string, [from: string, until: string]> = { month: [month, today], last: [last, before(month)], year: [year, today] };
  return (
    <PrintFlow<Printed>
      title="打印额度对账单"
      kinds={[
        { value: 'month', label: '本月', paper: 'A4' },
        { value: 'last', label: '上月', paper: 'A4' },
        { value: 'year', label: '近十二个月', paper: 'A4' },
      ]}
      load={async ({ value }) => {
        const [from, until] = spans[value] ?? [month, today];
        return [await changesOf(account.id, from, until)];
      }}
      keyOf={({ from }) => from}
      sheet={(printed) => (
        <Sheet
          owner={<PrintHead company={company} name={company?.companyName || tenant} />}
          foot={<PrintFoot company={company} />}
          title="额度对账单"
          no={account.no}
          facts={[
            { label: '客户', value: account.customerName },
            { label: '授信类型', value: account.typeName },
            { label: '期间', value: `${printed.from}至${printed.until}` },
            { label: '状态', value: accountStateNames[account.status] },
            { label: '授信额度', value: limitWords(account.limit) },
            { label: '可用额度', value: limitWords(account.available) },
            { label: '已用', value: `${formatMoney(account.used)}元` },
            { label: '占用', value: `${formatMoney(account.held)}元` },
            { label: '有效期', value: `${account.validFrom}至${account.validTo ?? '长期'}` },
            { label: '还款条款', value: account.terms, wide: true },
          ]}
          columns={[
            { title: '时间' },
            { title: '类型' },
            { title: '单号' },
            { title: '摘要' },
            { title: '变动(元)', numeric: true },
            { title: '已用(元)', numeric: true },
            { title: '占用(元)', numeric: true },
            { title: '可用(元)', numeric: true },
          ]}
          rows={printed.rows.map((row) => [
            formatTime(row.at, 'minute'),
            journalEvents[row.event],
            row.bizNo,
            row.memo,
            formatMoney(row.amount),
            formatMoney(row.used),
            formatMoney(row.held),
            row.available === null ? '不限' : formatMoney(row.available),
          ])}
          totals={totalsOf(printed)}
          signs={['制表：__________', '客户确认：__________', '日期：__________']}
        />
      )}
      onClose={onClose}
    />
  );
}

const limitWords = (value: string | null): string => (value === null ? '不限' : `${formatMoney(value)}元`);

function totalsOf({ rows, more }: Printed) {
  const sum = (event: JournalRow['event']) => formatMoney(shownYuan(sumFen(rows.filter((row) => row.event === event).map((row) => shownFen(row.amount)))));
  return [
    [
      {
        text: `本期用信 ${sum('COMMIT')} 元，还款恢复 ${sum('REPAY')} 元，共 ${rows.length} 笔变动${more ? '（只印前1000笔，更多请导出额度流水）' : ''}`,
        span: 8,
      },
    ],
  ];
}
