import { ScanLine, Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CategoryOption } from '~/domains/product/category.schema';
import { allCategories } from '~/domains/product/pickers/categories';
import { Button, IconButton } from '~/ui/kit/Button';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import type { FormRow } from '../../form/orderForm.schema';
import { byProduct } from '../../lines/shopping';
import { type CardProps, GoodsCard } from './GoodsCard';
import { useCatalogue } from './useCatalogue';
import type { FrequentItems } from './useFrequentItems';
import type { Goods } from './useGoods';

interface Props extends Pick<CardProps, 'perspective' | 'customerId' | 'projectId' | 'onPut'> {
  rows: readonly FormRow[];
  quoteOf: NonNullable<CardProps['quoteOf']>;
  goods: Goods;
  frequent: FrequentItems;
  /** Undefined where the camera reads no codes. */
  onScan: (() => void) | undefined;
}
const FREQUENT = 'frequent';
const PAUSE_MS = 300;
const USUAL = 20;
const NO_ROWS: readonly FormRow[] = [];

/** 商品目录: what the customer may order, by word and category, frequent goods first. */
export function Catalogue({ perspective, customerId, projectId, onPut, rows, quoteOf, goods, frequent, onScan }: Props) {
  const [typed, setTyped] = useState('');
  const [word, setWord] = useState('');
  const [picked, setPicked] = useState<string>();
  const [shownUsual, setShownUsual] = useState(USUAL);
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const waiting = picked === undefined && frequent.goods === undefined;
  const wanted = picked ?? (frequent.goods?.length ? FREQUENT : '');
  const usual = wanted === FREQUENT && word === '';
  const found = useCatalogue(word, wanted === FREQUENT ? '' : wanted, projectId, waiting || usual, goods.learn);
  const skus = usual ? (frequent.goods ?? []).slice(0, shownUsual).map((one) => one.sku) : found.skus;
  const groups = useMemo(() => (usual ? skus.map((sku) => [sku]) : byProduct(skus)), [usual, shownUsual, usual ? frequent.goods : found.skus]);
  const busy = waiting || (!usual && found.busy);
  return (
    <div className="flex flex-col gap-3">
      <div className="sticky top-[52px] z-10 -mx-3 -mt-3 flex flex-col gap-2 border-b border-line bg-ground px-3 pt-3 pb-2">
        <div className="flex gap-2">
          <Input
            type="search"
            prefix={<Search aria-hidden className="size-4" />}
            aria-label="搜索商品"
            placeholder="名称、编码、条码或拼音首字母"
            maxLength={60}
            value={typed}
            onChange={setTyped}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              setWord(typed.trim());
              event.currentTarget.blur();
            }}
          />
          {onScan && <IconButton label="扫码" tone="secondary" icon={<ScanLine aria-hidden />} onClick={onScan} />}
        </div>
        <Categories chosen={usual ? FREQUENT : wanted === FREQUENT ? '' : wanted} frequent={Boolean(frequent.goods?.length)} onChoose={setPicked} />
      </div>
      <ul aria-label="商品目录" aria-busy={busy} className="flex flex-col gap-2.5">
        {groups.map((group) => {
          const own = rows.filter((row) => group.some((sku) => sku.skuId === row.skuId));
          return (
            <GoodsCard
              projectId={projectId}
              key={`${wanted}${group[0]?.productId}${usual ? group[0]?.skuId : ''}`}
              perspective={perspective}
              customerId={customerId}
              skus={group}
              rows={own.length ? own : NO_ROWS}
              quoteOf={own.length ? quoteOf : undefined}
              favourites={group
                .filter((sku) => frequent.isFavourite(sku.skuId))
                .map((sku) => sku.skuId)
                .join()}
              onPut={onPut}
              onFavour={frequent.favour}
            />
          );
        })}
      </ul>
      {busy && <Skeleton lines={groups.length ? 3 : 8} className="rounded-lg bg-paper p-4" />}
      {!usual && found.failed && <EmptyState kind="error" title="商品没有取到" note={found.failed} actions={[{ label: '重试', onPress: found.loadMore }]} />}
      {!busy && !found.failed && groups.length === 0 && (
        <EmptyState
          title={word ? `没有找到“${word}”` : '这个分类下没有可订的商品'}
          note={word ? '换个词试试，也可以输入编码、条码或拼音首字母' : '换个分类看看'}
        />
      )}
      {!usual && !found.failed && !busy && found.more && groups.length > 0 && <More onMore={found.loadMore} />}
      {!usual && !busy && !found.failed && !found.more && groups.length > 0 && <p className="py-1 text-center text-sm text-ink-3">没有更多商品了</p>}
      {usual && groups.length > 0 && (
        <p className="flex justify-center gap-2">
          {(frequent.goods?.length ?? 0) > shownUsual && <Button onClick={() => setShownUsual(shownUsual + USUAL)}>更多常购</Button>}
          <Button onClick={() => setPicked('')}>看全部商品</Button>
        </p>
      )}
    </div>
  );
}

/** Loads by itself when it comes into view; pressed where it does not. */
function More({ onMore }: { onMore: () => void }) {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '300px' });
    if (end.current) watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [onMore]);
  return (
    <p ref={end} className="text-center">
      <Button onClick={onMore}>加载更多</Button>
    </p>
  );
}

interface ChipsProps {
  chosen: string;
  frequent: boolean;
  onChoose: (id: string) => void;
}

/** Top categories in one row to swipe; below them the branches of the chosen one. */
function Categories({ chosen, frequent, onChoose }: ChipsProps) {
  const [options, setOptions] = useState<readonly CategoryOption[]>([]);
  useEffect(() => {
    allCategories().then(setOptions, () => undefined);
  }, []);
  const branch = options.find((one) => one.id === chosen)?.branch ?? [];
  const under = (parentId: string | undefined, level: number) =>
    options.filter((one) => one.level === level && (parentId === undefined || one.branch.includes(parentId)));
  const rows = [under(undefined, 1), ...branch.map((id, depth) => under(id, depth + 2))].filter((row, depth) => depth === 0 || row.length > 0);
  return (
    <nav aria-label="商品分类" className="flex flex-col gap-1.5">
      {rows.map((row, depth) => (
        <div key={depth === 0 ? 'top' : branch[depth - 1]} className="-mx-3 flex gap-1.5 overflow-x-auto px-3 pb-0.5 [scrollbar-width:none]">
          {depth === 0 && frequent && <Chip label="常购" on={chosen === 'frequent'} onPress={() => onChoose('frequent')} />}
          {depth === 0 && <Chip label="全部" on={chosen === ''} onPress={() => onChoose('')} />}
          {row.map((one) => (
            <Chip
              key={one.id}
              label={one.name}
              on={branch.includes(one.id)}
              small={depth > 0}
              onPress={() => onChoose(chosen === one.id && depth > 0 ? (branch[depth - 1] ?? '') : one.id)}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}

function Chip({ label, on, small, onPress }: { label: string; on: boolean; small?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onPress}
      className={`shrink-0 rounded-full border border-line-strong bg-paper px-3 whitespace-nowrap text-ink-2 aria-pressed:border-brand-fill aria-pressed:bg-brand-fill aria-pressed:text-on-brand ${small ? 'min-h-7 text-xs' : 'min-h-8 text-sm'}`}
    >
      {label}
    </button>
  );
}
