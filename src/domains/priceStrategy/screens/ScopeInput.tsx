import { useCallback, useState } from 'react';
import { findLevels } from '~/domains/customer/pickers/levels';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { findBrands } from '~/domains/product/pickers/brands';
import { findCategories } from '~/domains/product/pickers/categories';
import { SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Combobox } from '~/ui/kit/Combobox';
import { Tag } from '~/ui/kit/Tag';
import type { InputProps, Option } from '~/ui/kit/types';
import { strategyRegions } from '../calls';

export interface Named {
  value: string;
  label: string;
}

async function findRegions(word: string): Promise<Option[]> {
  const { regions } = await call(strategyRegions, {});
  return regions.filter((name) => name.includes(word)).map((name) => ({ value: name, label: name }));
}

const loads: Partial<Record<string, (word: string) => Promise<readonly Option[]>>> = {
  LEVEL: findLevels,
  REGION: findRegions,
  CUSTOMER: findCustomers,
  BRAND: findBrands,
  CATEGORY: findCategories,
};
const hints: Partial<Record<string, string>> = {
  LEVEL: '选择客户级别，可添加多个',
  REGION: '选择销售区域或省市，可添加多个',
  CUSTOMER: '输入客户名称添加，可添加多个',
  BRAND: '选择品牌，可添加多个',
  CATEGORY: '选择分类，含其下级分类',
};

/** The customers or goods a strategy is for: chosen one after another, each shown with a way to take it out. */
export function ScopeInput({
  scope,
  value,
  onChange,
  ...input
}: Omit<InputProps, 'value' | 'onChange'> & { scope: string; value?: Named[]; onChange?: (value: Named[]) => void }) {
  const [picking, setPicking] = useState(false);
  const chosen = value || [];
  const add = (more: readonly Named[]) => {
    const fresh = new Map([...chosen, ...more].map((one) => [one.value, one]));
    onChange?.([...fresh.values()]);
  };
  const load = useCallback((word: string) => loads[scope]?.(word) ?? Promise.resolve([]), [scope]);
  return (
    <div className="flex flex-col gap-2">
      {loads[scope] ? (
        <Combobox
          {...input}
          value=""
          load={load}
          placeholder={hints[scope] ?? ''}
          onChange={(id, option) => id && option && add([{ value: id, label: option.label }])}
        />
      ) : (
        <div>
          <Button id={input.id} aria-label="选择商品" aria-describedby={input['aria-describedby']} onClick={() => setPicking(true)}>
            选择商品
          </Button>
        </div>
      )}
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="已选择">
          {chosen.map((one) => (
            <li key={one.value}>
              <Tag tone="brand">
                {one.label}
                <button
                  type="button"
                  className="ml-1.5"
                  aria-label={`移除${one.label}`}
                  onClick={() => onChange?.(chosen.filter((other) => other.value !== one.value))}
                >
                  ×
                </button>
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <SkuPicker
        open={picking}
        onClose={() => setPicking(false)}
        all
        onPick={(rows) =>
          add(
            rows.map((sku) =>
              scope === 'PRODUCT'
                ? { value: sku.productId, label: `${sku.name}（${sku.productCode}）` }
                : { value: sku.skuId, label: `${[sku.name, sku.saleText].filter(Boolean).join(' / ')}（${sku.skuCode}）` },
            ),
          )
        }
      />
    </div>
  );
}
