import { type ReactNode, useState } from 'react';
import { ORDER_PRICE_EDIT } from '~/portal/permissions';
import { comparePrice, displayPrice, displayQty, formatYuan } from '~/shared/money';
import { useCan } from '~/shell/session';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Input, NumberInput } from '~/ui/kit/Input';
import { Tag } from '~/ui/kit/Tag';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import { type AuditEdit, type AuditEdits, amountAsTyped, editOf, isEdited } from '../../audit/auditEdits';
import type { OrderDetail, Quote } from '../../views/orderView.schema';
import { dealPrice } from '../detail/OrderSections';

type Line = OrderDetail['lines'][number];
type QuoteOf = (line: Pick<Line, 'skuId' | 'unitId' | 'qty'>) => Quote | undefined;

interface Props {
  order: OrderDetail;
  edits: AuditEdits;
  quoteOf: QuoteOf;
  onEdit: ((edits: AuditEdits) => void) | undefined;
}

/** Roles may keep amounts from their people: then there is nothing to recalculate. */
export const isHidden = (amount: string): boolean => !/^-?\d/.test(amount);

/** Lines whose price is to be asked for at the quantity typed. */
export const askedOf = (lines: readonly Line[], edits: AuditEdits) =>
  lines.filter((line) => isEdited(line, edits)).map((line) => ({ ...line, qty: editOf(line, edits).qty }));

/** What the goods cost as typed, in 分. */
export const goodsAsTyped = (lines: readonly Line[], edits: AuditEdits, quoteOf: QuoteOf): bigint =>
  lines.reduce((sum, line) => sum + typedOf(line, edits, quoteOf).amount, 0n);

const typedOf = (line: Line, edits: AuditEdits, quoteOf: QuoteOf) =>
  amountAsTyped(line, edits, quoteOf({ ...line, qty: editOf(line, edits).qty })?.price ?? undefined);

/** The lines as ordered, with what the auditor types beside them; amounts follow the typing. */
export function AuditLines({ order, edits, quoteOf, onEdit }: Props) {
  const mayPrice = useCan(ORDER_PRICE_EDIT);
  const [chosen, choose] = useState<boolean>();
  const editing = onEdit !== undefined && (chosen ?? order.lines.some((line) => isEdited(line, edits)));
  const set = (line: Line, patch: Partial<AuditEdit>) => onEdit?.({ ...edits, [line.id]: { ...editOf(line, edits), ...patch } });
  const hidden = isHidden(order.goodsAmount);
  const goods = hidden ? order.goodsAmount : formatYuan(goodsAsTyped(order.lines, edits, quoteOf));
  const changed = (line: Line, after: string) => [...order.diff].find((one) => one.path === `lines.${line.id}.${after}`)?.before;
  return (
    <DetailSection
      title="商品明细"
      flush
      {...(onEdit ? { actions: [{ label: editing ? '收起修改' : mayPrice ? '修改数量与价格' : '修改数量', onPress: () => choose(!editing) }] } : {})}
      {...(editing ? { note: '通过审核时生效，并生成新版本' } : {})}
    >
      <DetailTable
        caption="商品明细"
        rows={order.lines}
        totals={{
          amount: (
            <Now before={goods === order.goodsAmount ? null : formatMoney(order.goodsAmount)}>
              <Money value={goods} strong />
            </Now>
          ),
        }}
        columns={[
          { key: 'lineNo', title: '行' },
          { key: 'name', title: '商品', wrap: true, fixed: true, cell: (line) => <Goods line={line} /> },
          { key: 'unitName', title: '单位' },
          { key: 'listPrice', title: '标准价(元)', kind: 'price' },
          { key: 'minPrice', title: '限价(元)', kind: 'price' },
          { key: 'price', title: '成交价(元)', align: 'right', cell: (line) => <Now before={changed(line, 'price')}>{dealPrice(order, line)}</Now> },
          {
            key: 'qty',
            title: '数量',
            align: 'right',
            cell: (line) => (
              <Now before={changed(line, 'qty')}>
                <Qty value={line.qty} />
              </Now>
            ),
          },
          ...(editing
            ? [
                {
                  key: 'newQty',
                  title: '改为数量',
                  width: 120,
                  cell: (line: Line) => (
                    <NumberInput
                      decimals={line.unitDecimals}
                      value={editOf(line, edits).qty}
                      onChange={(qty: string) => set(line, { qty })}
                      aria-label={`第${line.lineNo}行数量`}
                    />
                  ),
                },
                ...(mayPrice
                  ? [
                      {
                        key: 'newPrice',
                        title: '改为单价',
                        width: 120,
                        cell: (line: Line) => (
                          <NumberInput
                            decimals={6}
                            value={editOf(line, edits).manualPrice}
                            onChange={(manualPrice: string) => set(line, { manualPrice })}
                            aria-label={`第${line.lineNo}行单价`}
                            placeholder="不改"
                          />
                        ),
                      },
                      {
                        key: 'newReason',
                        title: '改价原因',
                        width: 150,
                        cell: (line: Line) => (
                          <Input
                            value={editOf(line, edits).manualReason}
                            onChange={(manualReason: string) => set(line, { manualReason })}
                            aria-label={`第${line.lineNo}行改价原因`}
                          />
                        ),
                      },
                    ]
                  : []),
              ]
            : []),
          {
            key: 'amount',
            title: '金额(元)',
            align: 'right',
            cell: (line) => (hidden ? <Money value={line.amount} /> : <Amount line={line} typed={typedOf(line, edits, quoteOf)} />),
          },
          {
            key: 'available',
            title: '占用/可用',
            align: 'right',
            cell: (line) => (
              <span className={line.short ? 'text-danger' : ''}>
                {displayQty(line.reserved)} / {displayQty(line.available)} {line.baseUnitName}
              </span>
            ),
          },
          { key: 'manualReason', title: '改价原因', wrap: true },
        ]}
      />
    </DetailSection>
  );
}

const Goods = ({ line }: { line: Line }) => (
  <span className="block">
    {line.name} {line.gift && <Tag tone="ok">赠品</Tag>} {line.short && <Tag tone="danger">缺货</Tag>}
    <span className="block text-xs text-ink-3">
      {line.skuCode} {line.spec} {line.saleText}
    </span>
  </span>
);

function Amount({ line, typed }: { line: Line; typed: { price: string; amount: bigint } }) {
  const amount = formatYuan(typed.amount);
  return (
    <>
      <Now before={amount === line.amount ? null : formatMoney(line.amount)}>
        <Money value={amount} />
      </Now>
      {comparePrice(typed.price, line.price) !== 0 && <span className="block text-xs text-ink-3">单价 {displayPrice(typed.price)}</span>}
    </>
  );
}

/** A value with what it was before, struck through. */
export const Now = ({ before, children }: { before: string | null | undefined; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    {before !== undefined && before !== null && <del className="text-xs text-ink-3">{before}</del>}
    {children}
  </span>
);
