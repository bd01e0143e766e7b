import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { PickedSku } from '~/domains/product/product.schema';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Alert, EmptyState } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { Price } from '~/ui/values/Price';
import type { FormDraft, FormRow } from '../../form/orderForm.schema';
import { type Change, putGoods } from '../../lines/shopping';
import type { DealerOrderDetail, OrderDetail, Quote } from '../../views/orderView.schema';
import { takeAskedGoods } from '../lines/askedGoods';
import { useLineTools } from '../lines/LineTools';
import { useScan } from '../lines/ScanBar';
import { scanOnto } from '../lines/scanOnto';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { Catalogue } from './Catalogue';
import { ShopBar } from './ShopBar';
import { ShopLines } from './ShopLines';
import { ShopList } from './ShopList';
import { useFrequentItems } from './useFrequentItems';
import { useGoods } from './useGoods';
import { useSeen } from './useSeen';
import type { ShopPlace } from './useShopPlace';
import { useShopRows } from './useShopRows';

interface Props {
  perspective: PerspectiveCalls;
  place: ShopPlace;
  quoteOf: (row: FormRow) => Quote | undefined;
  /** The order the list began with. */
  kept: DealerOrderDetail | OrderDetail | undefined;
  /** The rest of the form, below the lines. */
  children: ReactNode;
}

/** The order form as a shop, for dealers on a phone: the goods, the list above them, and one page to go over before it is sent. */
export default function Shop({ perspective, place, quoteOf, kept, children }: Props) {
  const [customerId, projectId] = useWatch<FormDraft, ['customerId', 'projectId']>({ name: ['customerId', 'projectId'] });
  const { rows, table } = useShopRows();
  const goods = useGoods(customerId, rows);
  const frequent = useFrequentItems(customerId, goods.learn);
  const seen = useSeen(rows, quoteOf, kept);
  const tools = useLineTools({ perspective, customerId, warehouseId: '', mayPrice: false, listPriceOf: (row) => quoteOf(row)?.listPrice ?? null });
  const scan = useScan((code) => scanOnto(table, code, customerId, ''));
  const page = useRef<HTMLDivElement>(null);
  const at = useRef({ step: place.at, y: 0 });
  const checking = place.at === 'check';
  const put = useCallback(
    (sku: PickedSku, unitId: string, qty: string) => {
      table.replace(putGoods(table.rows(), sku, unitId, qty));
      if (qty === '') toast(`已把“${sku.name}”移出清单`, 'info');
    },
    [table],
  );
  // 快速下单 arrives here with the paste dialog asked for, whoever found goods by searching with their code.
  useEffect(() => {
    const { paste, code } = takeAskedGoods();
    if (paste) tools.start('paste', table);
    if (code) void scan.take(code);
  }, []);
  useEffect(() => {
    const before = at.current;
    if (before.step === place.at) return;
    if (checking) {
      at.current = { step: place.at, y: scrollY };
      scrollTo(0, 0);
      page.current?.focus({ preventScroll: true });
    } else {
      at.current = { ...before, step: place.at };
      if (before.step === 'check') scrollTo(0, before.y);
    }
  }, [place.at, checking]);
  const lines = { rows, table, quoteOf, known: goods.known, deals: { perspective: perspective, customerId } };
  return (
    <div ref={page} tabIndex={-1} className="flex min-h-[calc(100dvh-9rem)] flex-col gap-3 outline-none">
      <div hidden={checking} className={checking ? 'hidden' : 'contents'}>
        {!checking && children}
        <Catalogue
          perspective={perspective}
          customerId={customerId}
          projectId={projectId}
          onPut={put}
          rows={rows}
          quoteOf={quoteOf}
          goods={goods}
          frequent={frequent}
          onScan={scan.watch}
        />
        <ShopBar rows={rows} quoteOf={quoteOf} place={place} />
      </div>
      {checking && (
        <>
          <p>
            <Button tone="link" icon={<ChevronLeft aria-hidden />} onClick={place.back}>
              继续选购
            </Button>
          </p>
          <Changes changes={seen.changes} onSeen={seen.accept} />
          <Card title="核对商品" note={`${rows.length}行`} flush>
            {rows.length > 0 ? (
              <ShopLines {...lines} />
            ) : (
              <EmptyState title="清单还是空的" actions={[{ label: '去选商品', onPress: () => place.go('goods') }]} />
            )}
          </Card>
          {children}
        </>
      )}
      {place.at === 'list' && (
        <ShopList {...lines} place={place} frequent={frequent.goods} tools={tools.actions(table).filter((one) => one && one.label !== '选择商品')} />
      )}
      {tools.dialogs}
      {scan.camera}
    </div>
  );
}

/** What became dearer, cheaper or scarcer since the dealer saw it. */
function Changes({ changes, onSeen }: { changes: readonly Change[]; onSeen: () => void }) {
  if (changes.length === 0) return null;
  return (
    <Alert tone="warn" title="有商品和上次看到的不一样" actions={[{ label: '知道了', onPress: onSeen }]}>
      <ul>
        {changes.map(({ key, name, unit, price, stock }) => (
          <li key={key}>
            {name}：
            {price && (
              <>
                单价 <Price value={price[0]} /> → {price[1] === null ? '暂无价格' : <Price value={price[1]} unit={unit} />}
              </>
            )}
            {price && stock && '，'}
            {stock && `${stock[0]} → ${stock[1]}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
