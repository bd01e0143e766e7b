import { call } from '~/shell/call';
import { ListPage } from '~/ui/list/ListPage';
import { projectPriceList } from '../calls';
import { sheetColumns } from '../pickers/sheetColumns';
import type { SheetRow } from '../projectPrice.schema';

/** The project prices of one project or one customer, on its page. */
export const Sheets = ({ query, createHref }: { query: { projectId: string } | { customerId: string }; createHref?: string }) => (
  <ListPage<SheetRow>
    title="工程价"
    source={{ id: 'projectPrice/of', local: true, load: (q) => call(projectPriceList, { ...q, ...query } as never) }}
    filters={[]}
    columns={sheetColumns}
    buttons={[createHref !== undefined && { label: '新建工程价', href: createHref }]}
  />
);
