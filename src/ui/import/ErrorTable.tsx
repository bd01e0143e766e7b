import { DetailTable } from '../detail/DetailTable';
import type { Column } from '../list/types';
import type { ImportError } from './types';

const columns: readonly Column<ImportError>[] = [
  { key: 'row', title: '行', align: 'right', width: 64, cell: (error) => <span className="figures">{error.row > 0 ? error.row : '文件'}</span> },
  { key: 'column', title: '列', width: 120 },
  { key: 'value', title: '值', width: 140 },
  { key: 'message', title: '错误', width: 280, wrap: true },
];

/** What is wrong with the rows of a sheet: each with row, column, value and reason. */
export const ErrorTable = ({ errors }: { errors: readonly ImportError[] }) => (
  <DetailTable caption="错误" rows={errors} columns={columns} rowKey={(error) => `${error.row}-${error.column}-${error.message}`} />
);
