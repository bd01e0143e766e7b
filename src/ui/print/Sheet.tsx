import type { ReactNode } from 'react';
import { Barcode } from './Barcode';

export interface SheetColumn {
  title: string;
  numeric?: boolean;
}
interface Props {
  /** Whose document it is. */
  owner: ReactNode;
  title: string;
  no: string;
  facts: readonly { label: string; value: ReactNode; wide?: boolean }[];
  columns: readonly SheetColumn[];
  rows: readonly (readonly ReactNode[])[];
  /** Rows under the table's own, each cell with how many columns it takes. */
  totals: readonly (readonly { text: ReactNode; span: number; numeric?: boolean }[])[];
  signs: readonly string[];
  foot?: ReactNode;
  /** Which copy of carbon paper is whose. */
  copies?: string;
}

/** One document on paper: head with barcode, facts, lines, totals, signatures. */
export function Sheet({ owner, title, no, facts, columns, rows, totals, signs, foot, copies }: Props) {
  return (
    <section className="print-sheet">
      <div className="head">
        <span>{owner}</span>
        <h1>{title}</h1>
        <Barcode value={no} height={22} />
      </div>
      <div className="facts">
        {facts.map(({ label, value, wide }) => (
          <div key={label} className={wide ? 'wide' : ''}>
            {label}：{value || '- -'}
          </div>
        ))}
      </div>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} className={column.numeric ? 'num' : ''}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={String(row)}>
              {cells.map((cell, index) => (
                <td key={columns[index]?.title} className={columns[index]?.numeric ? 'num' : ''}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {totals.map((cells, row) => (
            <tr key={`total${String(row)}`}>
              {cells.map((cell, index) => (
                <td key={String(index)} colSpan={cell.span} className={cell.numeric ? 'num' : ''}>
                  {cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="signs">
        {signs.map((sign) => (
          <span key={sign}>{sign}</span>
        ))}
      </div>
      {foot}
      {copies && <div className="copies">{copies}</div>}
    </section>
  );
}
