import { useState } from 'react';
import { findLevels } from '~/domains/customer/pickers/levels';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { findBrands } from '~/domains/product/pickers/brands';
import { findCategories } from '~/domains/product/pickers/categories';
import { SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { call } from '~/shell/call';
import { ChosenTags, type Picked, PickedTags } from '~/ui/form/PickedTags';
import { Button } from '~/ui/kit/Button';
import type { InputProps, Option } from '~/ui/kit/types';
import { strategyRegions } from '../calls';

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

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  scope: string;
  value?: readonly Picked[];
  onChange?: (value: Picked[]) => void;
}

/** The customers or goods a strategy is for. */
export function ScopeInput({ scope, ...input }: Props) {
  const load = loads[scope];
  return load ? <PickedTags key={scope} {...input} load={load} placeholder={hints[scope] ?? ''} /> : <PickedGoods {...input} byProduct={scope === 'PRODUCT'} />;
}

function PickedGoods({ byProduct, value, onChange, ...input }: Omit<Props, 'scope'> & { byProduct: boolean }) {
  const [picking, setPicking] = useState(false);
  const chosen = value || [];
  const add = (more: readonly Picked[]) => onChange?.([...new Map([...chosen, ...more].map((one) => [one.value, one])).values()]);
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button id={input.id} aria-label="选择商品" aria-describedby={input['aria-describedby']} onClick={() => setPicking(true)}>
          选择商品
        </Button>
      </div>
      <ChosenTags chosen={chosen} onChange={onChange} />
      <SkuPicker
        open={picking}
        onClose={() => setPicking(false)}
        all
        onPick={(rows) =>
          add(
            rows.map((sku) =>
              byProduct
                ? { value: sku.productId, label: `${sku.name}（${sku.productCode}）` }
                : { value: sku.skuId, label: `${[sku.name, sku.saleText].filter(Boolean).join(' / ')}（${sku.skuCode}）` },
            ),
          )
        }
      />
    </div>
  );
}
