import { useFormContext } from 'react-hook-form';
import { CellField } from '~/domains/delivery/pickers/CellField';
import { compareQty, displayTaxRate } from '~/shared/money';
import { walkCells } from '~/ui/form/walkCells';
import { ActionRow } from '~/ui/kit/Button';
import { EmptyState } from '~/ui/kit/Feedback';
import { NumberInput } from '~/ui/kit/Input';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import type { Candidate, Candidates } from '../billing.schema';

const titles = ['商品', '订单编号', '已签收', '已开票', '可开数量', '可开金额(元)', '税率'];
const FIRST_FIGURE = 2;

/** What may be invoiced, with a quantity or an amount to fill in for each line. */
export function CandidateGrid({ candidates: { lines, more } }: { candidates: Candidates }) {
  const { setValue } = useFormContext();
  const fill = (all: boolean) => {
    for (const [index, line] of lines.entries()) {
      const byQty = compareQty(line.leftQty, '0') > 0;
      setValue(`lines.${index}.qty`, all && byQty ? line.leftQty : '', { shouldDirty: true });
      setValue(`lines.${index}.amount`, all && !byQty ? line.leftAmount : '', { shouldDirty: true });
    }
  };
  if (!lines.length) return <EmptyState title="没有可开票的商品" note="签收后的商品才能开票；已开票或申请中的不再列出" />;
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-3 px-4 py-3">
        <ActionRow
          size="sm"
          actions={[
            { label: '全部开票', onPress: () => fill(true) },
            { label: '全部清空', onPress: () => fill(false) },
          ]}
        />
        {more && <span className="text-sm text-ink-3">只列出较早的{lines.length}行，其余可按订单编号查找</span>}
      </div>
      <div className="overflow-x-auto">
        <table className="row-cards w-full border-separate border-spacing-0" onKeyDown={(event) => walkCells(event, lines.length, () => undefined)}>
          <thead>
            <tr className="bg-sunken text-sm text-ink-2">
              {titles.map((title, index) => (
                <th
                  key={title}
                  scope="col"
                  className={`h-10 border-b border-line px-3 font-medium whitespace-nowrap ${index >= FIRST_FIGURE ? 'text-right' : 'text-left'}`}
                >
                  {title}
                </th>
              ))}
              <th scope="col" className="border-b border-line px-3 text-right font-medium whitespace-nowrap">
                本次数量
              </th>
              <th scope="col" className="border-b border-line px-3 text-right font-medium whitespace-nowrap">
                或本次金额
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <CandidateRow key={line.orderLineId} line={line} index={index} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const cell = 'border-b border-line px-3 py-2 align-top leading-[34px]';
const input = 'w-36 min-w-36 border-b border-line px-3 py-2 text-right align-top';

function CandidateRow({ line, index }: { line: Candidate; index: number }) {
  return (
    <tr className="bg-paper">
      <td data-stick="left" className={`${cell} min-w-40`}>
        {line.name} <span className="text-sm text-ink-3">{[line.spec, line.skuCode].filter(Boolean).join(' ')}</span>
      </td>
      <td data-label="订单编号" className={`${cell} whitespace-nowrap`}>
        {line.orderNo}
      </td>
      <td data-label="已签收" className={`${cell} text-right`}>
        <Qty value={line.signed} unit={line.unitName} />
      </td>
      <td data-label="已开票" className={`${cell} text-right`}>
        <Qty value={line.invoiced} />
      </td>
      <td data-label="可开数量" className={`${cell} text-right`}>
        <Qty value={line.leftQty} />
      </td>
      <td data-label="可开金额(元)" className={`${cell} text-right`}>
        <Money value={line.leftAmount} />
      </td>
      <td data-label="税率" className={`${cell} text-right`}>
        {displayTaxRate(line.taxRatePpm)}
      </td>
      <td data-label="本次数量" className={input} data-row={index} data-column={0}>
        <CellField name={`lines.${index}.qty`} label={`第${index + 1}行本次数量`}>
          <NumberInput decimals={4} unit={line.unitName} />
        </CellField>
      </td>
      <td data-label="或本次金额" className={input} data-row={index} data-column={1}>
        <CellField name={`lines.${index}.amount`} label={`第${index + 1}行本次金额`}>
          <NumberInput decimals={2} unit="元" />
        </CellField>
      </td>
    </tr>
  );
}
