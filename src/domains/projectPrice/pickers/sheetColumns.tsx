import { href } from '~/portal/href';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { sheetTones, shownStates } from '../projectPrice';
import type { SheetRow } from '../projectPrice.schema';

export const sheetPath = '/portal/supplyChain/factory/projectPrice';

export const sheetColumns: Column<SheetRow>[] = [
  {
    key: 'no',
    title: '单号',
    fixed: true,
    sortable: true,
    width: 150,
    cell: (row) => <Link href={href(`${sheetPath}/detail`, { id: row.id })}>{row.no}</Link>,
  },
  { key: 'projectName', title: '项目', width: 180 },
  { key: 'customerName', title: '客户', width: 180 },
  {
    key: 'state',
    title: '状态',
    cell: (row) => (
      <span className="inline-flex gap-1">
        <StatusTag status={row.state} names={shownStates} tones={sheetTones} />
        {row.changing && row.state !== 'PENDING_AUDIT' && <Tag tone="warn">变更待审批</Tag>}
      </span>
    ),
  },
  { key: 'lineCount', title: '商品行数', off: true, align: 'right' },
  { key: 'validFrom', title: '有效期', sortable: true, width: 190, cell: (row) => `${row.validFrom} ~ ${row.validTo}` },
  {
    key: 'usedPercent',
    title: '已用上限',
    align: 'right',
    hint: '用得最多的商品',
    cell: (row) => (row.usedPercent === null ? '不限量' : `${row.usedPercent}%`),
  },
  { key: 'approver', title: '审批人', off: true },
  { key: 'updatedAt', title: '更新时间', off: true, kind: 'minute', sortable: true },
];
