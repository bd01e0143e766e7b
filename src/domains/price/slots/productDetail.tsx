import type { ProductDetailSlot } from '~/domains/product/slots';
import { call } from '~/shell/call';
import { ListPage } from '~/ui/list/ListPage';
import { customerPriceList } from '../calls';
import type { CustomerPriceRow } from '../customerPrice.schema';
import { priceColumns } from '../pickers/priceColumns';

export const title = '价格来源';
export const note = '优先级：工程价、客户价、价格策略、限时折扣、标准价；下表为客户价，未列出的客户按标准价';

export const Section: ProductDetailSlot['Section'] = ({ productId }) => {
  return (
    <ListPage<CustomerPriceRow>
      title="客户价"
      source={{ id: 'product/prices', local: true, load: (query) => call(customerPriceList, { ...query, productId } as never) }}
      columns={priceColumns}
    />
  );
};
