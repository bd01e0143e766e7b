import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { findProjects } from '~/domains/project/pickers/ProjectPicker';
import { href } from '~/portal/href';
import { PRICE_PROJECT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { late } from '~/ui/kit/late';
import { ListPage } from '~/ui/list/ListPage';
import type { Filter, ListHandle } from '~/ui/list/types';
import { projectPriceList } from '../calls';
import { sheetColumns, sheetPath } from '../pickers/sheetColumns';
import { isEditable, isHolding, shownStates } from '../projectPrice';
import type { SheetRow } from '../projectPrice.schema';
import { disableDialog } from './sheetActions';

/** Fetched when first opened: the form kit stays out of the list. */
const ExtendDialog = late(async () => ({ default: (await import('./ExtendDialog')).ExtendDialog }));

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '单号' },
  { kind: 'pick', key: 'projectId', label: '项目', load: findProjects },
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、SKU编码、条码' },
  { kind: 'bool', key: 'expiring', label: '30天内到期' },
  { kind: 'bool', key: 'changing', label: '待审批' },
];
const tabs = { key: 'state', items: [{ value: '', label: '全部' }, ...Object.entries(shownStates).map(([value, label]) => ({ value, label }))] };

export default function ProjectPriceList({ first, query }: { first: AnswerOf<typeof projectPriceList>; query: Record<string, string> }) {
  const keeps = useCan(PRICE_PROJECT);
  const [extending, setExtending] = useState<{ rows: readonly SheetRow[]; list: ListHandle<SheetRow> } | null>(null);
  const after = (list: ListHandle<SheetRow>) => {
    list.picked.clear();
    list.reload();
  };
  return (
    <>
      <ListPage<SheetRow>
        title="工程价"
        source={{ id: 'projectPrice/list', first, query, load: (q) => call(projectPriceList, q as never) }}
        filters={filters}
        columns={sheetColumns}
        tabs={tabs}
        buttons={(list) => [
          keeps && { label: '新建工程价', tone: 'primary', href: `${sheetPath}/edit` },
          keeps && { label: '导入', href: `${sheetPath}/import` },
          exportAction('projectPrice', list),
        ]}
        rowActions={(row, list) => [
          keeps && editable(row) && { label: '编辑', href: href(`${sheetPath}/edit`, { id: row.id }) },
          keeps && { label: '复制', href: href(`${sheetPath}/edit`, { from: row.id }) },
          keeps && holds(row) && { label: '停用', tone: 'danger', onPress: async () => (await disableDialog([row])) && list.reload() },
        ]}
        {...(keeps && {
          batch: (picked, list) => [
            { label: '批量延期', onPress: () => setExtending({ rows: picked.rows, list }) },
            { label: '批量停用', tone: 'danger', onPress: async () => (await disableDialog(picked.rows)) && after(list) },
          ],
        })}
      />
      {extending && <ExtendDialog rows={extending.rows} onClose={() => setExtending(null)} onDone={() => after(extending.list)} />}
    </>
  );
}

const holds = (row: SheetRow): boolean => isHolding(row.state) && !row.changing;
const editable = (row: SheetRow): boolean => isEditable(row.state) && !row.changing;
