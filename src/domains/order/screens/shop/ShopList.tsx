import { Plus } from 'lucide-react';
import { shownYuan } from '~/shared/money';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog } from '~/ui/kit/Dialog';
import { EmptyState } from '~/ui/kit/Feedback';
import { Menu } from '~/ui/kit/Popover';
import type { Actions } from '~/ui/kit/types';
import { Money } from '~/ui/values/Money';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { putGoods } from '../../lines/shopping';
import { atLeast, steppingOf } from '../../lines/stepping';
import { useGoodsSum } from '../form/useGoodsSum';
import { type LinesProps, ShopLines } from './ShopLines';
import type { FrequentItems } from './useFrequentItems';
import type { ShopPlace } from './useShopPlace';

interface Props extends LinesProps {
  place: ShopPlace;
  frequent: FrequentItems['goods'];
  /** Other ways to fill the list. */
  tools: Actions;
}
const SUGGESTED = 10;

/** 购物清单: what is in the order, and below it what is usually in it and is not yet. */
export function ShopList({ place, frequent = [], tools, ...lines }: Props) {
  const { rows, table, quoteOf } = lines;
  const { goods } = useGoodsSum(rows, quoteOf);
  const usual = frequent.filter((one) => one.sku.price !== null && !rows.some((row) => row.skuId === one.skuId)).slice(0, SUGGESTED);
  const clear = async () => {
    if (await confirm({ title: `清空购物清单里的${rows.length}行商品？`, body: '清空后需要重新选择，收货信息和备注会保留。', tone: 'danger', ok: '清空' }))
      table.replace([]);
  };
  return (
    <Dialog
      open
      onClose={place.back}
      title="购物清单"
      footer={
        <>
          <p className="mr-auto">
            合计 <Money value={shownYuan(goods)} strong sign className="text-lg" />
          </p>
          {rows.length > 0 && <Button onPress={clear}>清空</Button>}
          <Button tone="primary" disabled={rows.length === 0} onClick={() => place.go('check')}>
            去核对
          </Button>
        </>
      }
    >
      <div className="-mx-5">
        {rows.length > 0 ? <ShopLines {...lines} /> : <EmptyState title="清单还是空的" note="从商品目录里选，或把常购商品直接加进来" />}
        {usual.length > 0 && (
          <section aria-label="常购商品" className="mt-2 border-t border-line">
            <h3 className="bg-sunken px-3 py-2 text-sm text-ink-2">常购，这次还没选</h3>
            <ul className="divide-y divide-line">
              {usual.map((one) => {
                const unitId = one.sku.units.some((unit) => unit.unitId === one.unitId) ? (one.unitId as string) : one.sku.baseUnitId;
                const unit = one.sku.units.find((each) => each.unitId === unitId);
                const qty = atLeast(one.lastQty ?? '', steppingOf(one.sku, unitId));
                const label = [one.sku.name, one.sku.saleText].filter(Boolean).join(' ');
                return (
                  <li key={one.skuId} className="flex items-center gap-2 px-3 py-2">
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{label}</span>
                      <span className="block text-xs text-ink-3">
                        上次 <Qty value={qty} unit={unit?.name} />
                        {unitId === one.sku.baseUnitId && (
                          <>
                            {' · '}¥<Price value={one.sku.price} unit={unit?.name} />
                          </>
                        )}
                      </span>
                    </span>
                    <Button
                      size="sm"
                      icon={<Plus aria-hidden />}
                      aria-label={`加入${label}`}
                      onClick={() => table.replace(putGoods(table.rows(), one.sku, unitId, qty))}
                    >
                      加入
                    </Button>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
        <p className="px-3 pt-3">
          <Menu label="更多录入方式" actions={tools} />
        </p>
      </div>
    </Dialog>
  );
}
