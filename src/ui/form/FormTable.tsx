import { ArrowUp, Copy, Plus, Trash2 } from 'lucide-react';
import { useFormState, useWatch } from 'react-hook-form';
import { ActionRow, Button, IconButton } from '../kit/Button';
import { cx } from '../kit/cx';
import { EmptyState } from '../kit/Feedback';
import { TableScroller } from '../list/TableScroller';
import { FormCell } from './FormCell';
import { useFormFrame } from './FormContext';
import { flatProblems } from './problems';
import type { FormColumn, FormTableProps, RowTool, TableHandle } from './tableTypes';
import { useRows } from './useRows';
import { spotOf, walkCells } from './walkCells';

const numeric = new Set(['qty', 'price', 'money']);
const isRight = (column: { kind?: string }) => Boolean(column.kind && numeric.has(column.kind));

const widthOf = (column: { width?: number }): number => column.width ?? 110;

/** Lines of a document as a grid: typed, walked by keyboard, or pasted from a spreadsheet; on a phone each line is a card. */
export function FormTable<Row extends object>(props: FormTableProps<Row>) {
  const { name, label = '明细', columns, newRow, footer, actions, rowTools, ordered } = props;
  const { id, labels } = useFormFrame();
  for (const column of columns) labels.set(`${name}.*.${column.key}`, { label: column.title, required: column.required ?? false, options: column.options });
  const { array, handle, add, fill, editable } = useRows<Row>(props);
  const { errors } = useFormState({ name });
  const problem = flatProblems(errors).find(({ path }) => path === name)?.message;
  return (
    <div className="min-w-0">
      <TableScroller label={label}>
        <table
          className="row-cards w-full border-separate border-spacing-0"
          onKeyDown={(event) => walkCells(event, array.fields.length, add)}
          onPaste={(event) => {
            const spot = spotOf(event.target);
            if (spot && fill(event.clipboardData.getData('text/plain'), spot)) event.preventDefault();
          }}
        >
          {/* Told before the head, so that a head that arrives in two pieces does not move. */}
          <colgroup className="max-sm:hidden">
            <col className="w-11" />
            {columns.map((column) => (
              <col key={column.key} style={{ width: widthOf(column) }} />
            ))}
            <col className="w-20" />
          </colgroup>
          <thead>
            <tr className="bg-sunken text-sm text-ink-2">
              <th scope="col" data-stick="left" className="stick h-10 w-11 min-w-11 border-b border-line pl-4 text-left font-medium">
                #
              </th>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  style={{ minWidth: widthOf(column) }}
                  className={cx('border-b border-line px-1.5 font-medium whitespace-nowrap', isRight(column) ? 'text-right' : 'text-left')}
                >
                  {column.title}
                  {column.required && <span className="ml-0.5 text-danger">*</span>}
                </th>
              ))}
              <th scope="col" data-stick="right" className="stick w-20 border-b border-line px-2 text-left font-medium whitespace-nowrap">
                操作
              </th>
            </tr>
          </thead>
          <tbody>
            {array.fields.map((field, index) => (
              <LineRow
                key={field._key}
                table={name}
                columns={columns}
                editable={editable}
                index={index}
                handle={handle}
                tools={rowTools?.(index, handle)}
                onUp={ordered && index > 0 ? () => array.move(index, index - 1) : undefined}
                onCopy={() => array.insert(index + 1, { ...newRow(), ...handle.rows()[index] }, { shouldFocus: false })}
              />
            ))}
          </tbody>
          {footer && array.fields.length > 0 && <FooterRow name={name} columns={columns} footer={footer} />}
        </table>
        {array.fields.length === 0 && <EmptyState title="还没有明细" note="添加一行，或从 Excel 复制后粘贴到第一行" />}
      </TableScroller>
      {problem && (
        <p role="alert" className="px-4 pt-2 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 py-3" data-print="hide">
        <Button id={`${id}${name}`} size="sm" icon={<Plus aria-hidden />} onClick={add}>
          添加一行
        </Button>
        <ActionRow actions={actions?.(handle)} size="sm" />
      </div>
    </div>
  );
}

interface LineProps<Row> {
  table: string;
  columns: readonly FormColumn<Row>[];
  editable: readonly string[];
  index: number;
  handle: TableHandle<Row>;
  tools?: readonly RowTool[] | undefined;
  onUp: (() => void) | undefined;
  onCopy: () => void;
}

function LineRow<Row extends object>({ table, columns, editable, index, handle, tools = [], onUp, onCopy }: LineProps<Row>) {
  const row = useWatch({ name: `${table}.${index}` }) as Row | undefined;
  const { errors } = useFormState({ name: `${table}.${index}` });
  if (!row) return null;
  const own = flatProblems(errors).find(({ path }) => path === `${table}.${index}`)?.message;
  const set = (patch: Partial<Row>) => handle.set(index, patch);
  return (
    <tr className="bg-paper align-top">
      <td data-stick="left" className="stick figures border-b border-line py-2 pl-4 leading-[34px] text-ink-3">
        <span className="sm:hidden">第</span>
        {index + 1}
        <span className="sm:hidden">行</span>
      </td>
      {columns.map((column) => (
        <td
          key={column.key}
          data-label={column.title}
          {...(column.wide ? { 'data-wide': '' } : {})}
          {...(column.cell ? {} : { 'data-row': index, 'data-column': editable.indexOf(column.key) })}
          className={cx('border-b border-line px-1.5 py-2', column.cell && 'sm:leading-[34px]', isRight(column) && 'text-right')}
        >
          {column.cell ? column.cell(row, index, set) : <FormCell table={table} column={column} index={index} row={row} set={set} />}
        </td>
      ))}
      <td data-stick="right" className="stick border-b border-line px-2 py-2 whitespace-nowrap max-sm:absolute! max-sm:top-2 max-sm:right-3">
        {tools.map((tool) => (
          <span key={tool.label} className="max-sm:hidden">
            <IconButton label={tool.label} size="sm" icon={tool.icon} onClick={tool.onPress} />
          </span>
        ))}
        {onUp && <IconButton label={`上移第${index + 1}行`} size="sm" icon={<ArrowUp aria-hidden />} onClick={onUp} />}
        <IconButton label={`复制第${index + 1}行`} size="sm" icon={<Copy aria-hidden />} onClick={onCopy} />
        <IconButton label={`删除第${index + 1}行`} size="sm" icon={<Trash2 aria-hidden />} onClick={() => handle.remove(index)} />
        {own && <span className="block max-w-40 text-xs whitespace-normal text-danger">{own}</span>}
      </td>
    </tr>
  );
}

function FooterRow<Row>({ name, columns, footer }: { name: string; columns: readonly FormColumn<Row>[]; footer: NonNullable<FormTableProps<Row>['footer']> }) {
  const rows = (useWatch({ name }) as Row[] | undefined) ?? [];
  const totals = footer(rows);
  return (
    <tfoot>
      <tr className="bg-sunken font-medium">
        <td data-stick="left" className="stick h-10 pl-4 whitespace-nowrap">
          合计
        </td>
        {columns.map((column) => (
          <td key={column.key} data-label={column.title} className={cx('figures px-1.5 whitespace-nowrap', isRight(column) && 'text-right')}>
            {totals[column.key]}
          </td>
        ))}
        <td data-stick="right" className="stick" />
      </tr>
    </tfoot>
  );
}
