import { href } from '~/portal/href';
import { USER_MANAGE } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { ListPage } from '~/ui/list/ListPage';
import { memberList } from '../calls';
import type { MemberRow } from '../member.schema';
import { memberColumns } from './memberColumns';

/** Beside the tree there is room for who and where; the account list has the rest. */
const columns = memberColumns.map((column) => (['lastLoginAt', 'dingtalk'].includes(column.key) ? { ...column, off: true } : column));

/** People of a department and below; everybody without one. */
export function PeopleTable({ departmentId }: { departmentId: string }) {
  const manages = useCan(USER_MANAGE);
  return (
    <ListPage<MemberRow>
      title="人员"
      source={{ id: 'organisation/people', local: true, query: { departmentId }, load: (query) => call(memberList, { ...query, departmentId }) }}
      columns={columns}
      buttons={[manages && { label: '管理账号', href: href('/portal/account/accountNumber/list', { departmentId }) }]}
    />
  );
}
