import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findLevels } from '~/domains/customer/pickers/levels';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { PRICE_CUSTOMER, PRICE_IMPORT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayCount } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { Filter, ListHandle } from '~/ui/list/types';
import { customerPriceDisable, customerPriceList } from '../calls';
import { changePath, submitted } from '../change/priceChange';
import type { CustomerPriceRow } from '../customerPrice.schema';
import { priceColumns, pricePath } from '../pickers/priceColumns';
import { isEditable } from '../priceState';

/** Fetched when first opened: the form kit stays out of the list. */
const AdjustDialog = late(async () => ({ default: (await import('./AdjustDialog')).AdjustDialog }));
const CopyDialog = late(async () => ({ default: (await import('./CopyDialog')).CopyDialog }));

const filters: Filter[] = [
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、SKU编码、条码' },
  { kind: 'dates', key: 'valid', label: '有效期', unit: 'day' },
  { kind: 'pick', key: 'levelId', label: '客户级别', load: findLevels },
  { kind: 'bool', key: 'expiring', label: '30天内到期' },
];

const tabs = {
  key: 'state',
  items: [
    { value: '', label: '全部' },
    { value: 'ACTIVE', label: '生效中' },
    { value: 'NOT_STARTED', label: '未开始' },
    { value: 'EXPIRED', label: '已过期' },
    { value: 'DISABLED', label: '已停用' },
  ],
};

async function disable(rows: readonly CustomerPriceRow[], after: () => void) {
  if (!(await confirm({ title: `停用${rows.length}条客户价？`, body: '停用后这些客户按其他价格来源取价，已提交的订单不受影响。', tone: 'danger', ok: '停用' })))
    return;
  const { count, change } = await call(customerPriceDisable, { rows: rows.map(({ id, version }) => ({ id, version })) });
  toast(change ? submitted(change) : `已停用${displayCount(count)}条客户价`, 'ok');
  after();
}

type Doing = { kind: 'adjust' | 'copy'; rows: readonly CustomerPriceRow[]; list: ListHandle<CustomerPriceRow> } | null;

export default function CustomerPriceList({ first, query }: { first: AnswerOf<typeof customerPriceList>; query: Record<string, string> }) {
  const edits = useCan(PRICE_CUSTOMER);
  const imports = useCan(PRICE_IMPORT);
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const done = () => {
    doing?.list.picked.clear();
    doing?.list.reload();
  };
  return (
    <>
      <ListPage<CustomerPriceRow>
        title="客户价"
        source={{ id: 'customerPrice/list', first, query, load: (q) => call(customerPriceList, q as never) }}
        filters={filters}
        columns={priceColumns}
        tabs={tabs}
        buttons={(list) => [
          edits && { label: '新建客户价', tone: 'primary', href: `${pricePath}/edit` },
          imports && { label: '导入', href: `${pricePath}/import` },
          { label: '变更单', href: `${changePath}s` },
          exportAction('customerPrice', list),
        ]}
        rowActions={(row, list) => [
          edits && isEditable(row.state) && { label: '编辑', href: href(`${pricePath}/edit`, { id: row.id }) },
          { label: '历史', href: `${href(`${pricePath}/detail`, { id: row.id })}#history` },
          edits && isEditable(row.state) && { label: '停用', tone: 'danger', onPress: () => disable([row], list.reload) },
        ]}
        {...(edits && {
          batch: (picked, list) => [
            { label: '批量调价', onPress: () => setDoing({ kind: 'adjust', rows: picked.rows, list }) },
            { label: '复制到其他客户', onPress: () => setDoing({ kind: 'copy', rows: picked.rows, list }) },
            {
              label: '批量停用',
              tone: 'danger',
              onPress: () =>
                disable(picked.rows, () => {
                  picked.clear();
                  list.reload();
                }),
            },
          ],
        })}
      />
      {doing?.kind === 'adjust' && <AdjustDialog rows={doing.rows} onClose={close} onDone={done} />}
      {doing?.kind === 'copy' && <CopyDialog rows={doing.rows} onClose={close} onDone={done} />}
    </>
  );
}
