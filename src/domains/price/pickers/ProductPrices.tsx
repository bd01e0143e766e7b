import { call } from '~/shell/call';
import { ListPage } from '~/ui/list/ListPage';
import { customerPriceList } from '../calls';
import type { CustomerPriceRow } from '../customerPrice';
import { priceColumns } from './priceColumns';

/** The agreed prices of a product, for its detail page. */
export function ProductPrices({ productId }: { productId: string }) {
  return (
    <ListPage<CustomerPriceRow>
      title="客户价"
      source={{ id: 'product/prices', local: true, load: (query) => call(customerPriceList, { ...query, productId } as never) }}
      columns={priceColumns}
    />
  );
}
