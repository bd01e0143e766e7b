import { useFormContext } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty } from '~/shared/money';
import { walkCells } from '~/ui/form/walkCells';
import { ActionRow } from '~/ui/kit/Button';
import { NumberInput } from '~/ui/kit/Input';
import { Tag } from '~/ui/kit/Tag';
import { Qty } from '~/ui/values/Qty';
import type { newDelivery } from '../calls';
import { CellField } from '../pickers/CellField';

type Line = AnswerOf<typeof newDelivery>['lines'][number];
const titles = ['商品', 'SKU编码', '规格', '订单编号', '单位', '订购', '已发', '待发', '可发'];

/** The orders' open lines with one input each: how much goes out now. */
export function LineGrid({ lines }: { lines: readonly Line[] }) {
  const { setValue } = useFormContext();
  const fill = (qtyOf: (line: Line) => string) => {
    for (const [index, line] of lines.entries()) setValue(`lines.${index}.qty`, compareQty(qtyOf(line), '0') > 0 ? qtyOf(line) : '', { shouldDirty: true });
  };
  return (
    <div className="min-w-0">
      <div className="px-4 py-3">
        <ActionRow
          size="sm"
          actions={[
            { label: '一键填充可发数量', onPress: () => fill((line) => line.deliverable) },
            { label: '全部清空', onPress: () => fill(() => '0') },
          ]}
        />
      </div>
      <div className="overflow-x-auto">
        <table className="row-cards w-full border-separate border-spacing-0" onKeyDown={(event) => walkCells(event, lines.length, () => undefined)}>
          <thead>
            <tr className="bg-sunken text-sm text-ink-2">
              {titles.map((title, index) => (
                <th
                  key={title}
                  scope="col"
                  className={`h-10 border-b border-line px-3 font-medium whitespace-nowrap ${index >= 5 ? 'text-right' : 'text-left'}`}
                >
                  {title}
                </th>
              ))}
              <th scope="col" className="border-b border-line px-3 text-right font-medium whitespace-nowrap">
                本次发货
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <LineRow key={line.orderLineId} line={line} index={index} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function LineRow({ line, index }: { line: Line; index: number }) {
  const cell = 'border-b border-line px-3 py-2 align-top leading-[34px]';
  const short = compareQty(line.deliverable, line.remaining) < 0;
  return (
    <tr className="bg-paper">
      <td data-stick="left" className={`${cell} min-w-40`}>
        {line.name}
      </td>
      <td data-label="SKU编码" className={`${cell} whitespace-nowrap`}>
        {line.skuCode}
      </td>
      <td data-label="规格" className={cell}>
        {line.spec || '- -'}
      </td>
      <td data-label="订单编号" className={`${cell} whitespace-nowrap`}>
        {line.orderNo} {line.changing && <Tag tone="warn">变更中</Tag>}
      </td>
      <td data-label="单位" className={cell}>
        {line.unitName}
      </td>
      <td data-label="订购" className={`${cell} text-right`}>
        <Qty value={line.ordered} />
      </td>
      <td data-label="已发" className={`${cell} text-right`}>
        <Qty value={line.shipped} />
      </td>
      <td data-label="待发" className={`${cell} text-right`}>
        <Qty value={line.remaining} />
      </td>
      <td data-label="可发" className={`${cell} text-right`}>
        <Qty value={line.deliverable} className={short ? 'text-warn' : ''} />
      </td>
      <td data-label="本次发货" className="w-36 border-b border-line px-3 py-2 text-right align-top" data-row={index} data-column={0}>
        <CellField name={`lines.${index}.qty`} label={`第${index + 1}行本次发货`}>
          <NumberInput decimals={line.unitDecimals} unit={line.unitName} />
        </CellField>
      </td>
    </tr>
  );
}
