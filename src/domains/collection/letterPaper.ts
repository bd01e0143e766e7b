import { shanghaiDate } from '~/shared/dates';
import type { Paper } from '~/shared/paper';

/** A letter as a paper: to whom, its words, what is owed line by line, and whose seal. */

interface Item {
  no: string;
  due: string;
  open: string;
  days: number;
}
export function paperOf(row: { no: string; title: string; body: string; items: unknown; created_at: Date }, factory: string): Paper {
  const items = row.items as Item[];
  const [to = '', ...paragraphs] = row.body.split('\n').filter((line) => line.trim() !== '');
  return {
    title: row.title,
    number: `编号：${row.no}`,
    foot: factory,
    blocks: [
      { kind: 'text', text: to, indent: false, bold: true },
      ...paragraphs.map((text) => ({ kind: 'text' as const, text })),
      { kind: 'text', text: '特此函告。' },
      ...(items.length
        ? [
            { kind: 'heading' as const, text: '逾期款项明细' },
            {
              kind: 'table' as const,
              columns: [
                { title: '单据号', share: 4 },
                { title: '到期日', share: 3 },
                { title: '逾期天数', share: 2, align: 'right' as const },
                { title: '未收金额(元)', share: 3, align: 'right' as const },
              ],
              rows: items.map((one) => [one.no, one.due, String(one.days), one.open]),
            },
          ]
        : []),
      { kind: 'signing', parties: [{ role: '发函单位（盖章）', name: factory, lines: [shanghaiDate(row.created_at)] }] },
    ],
  };
}
