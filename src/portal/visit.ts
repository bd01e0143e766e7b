import type { Me } from './me';
import * as may from './permissions';

/** The demo company that prospects look around in, by its tenant code. */
export const VISITED = 'QINGYU';
/** How a session says that it is a look around. */
export const VISIT = 'VISIT';

/** What a visitor sees: the order steward's documents and books. Not the people, their logins, the logs or the outbound messages. */
const seen: ReadonlySet<string> = new Set([
  may.ORDER_MANAGE,
  may.DELIVER_MANAGE,
  may.BILLING_MANAGE,
  may.PRODUCT_MANAGE,
  may.PRICE_MANAGE,
  may.STOCK_MANAGE,
  may.FUND_MANAGE,
  may.CUSTOMER_MANAGE,
  may.PROJECT_MANAGE,
]);

/** Whatever the account's own seat allows, a visitor has these rights, sees no personal data, and changes nothing: `preview` holds that. */
export const asVisitor = (me: Me): Me => ({
  ...me,
  isAdmin: false,
  permissions: seen,
  hidden: ['mobile', 'idCard'],
  preview: { roleId: '', roleName: '访客', visit: true },
});

/** All visitors share one account: what is about the account itself would show each the others' logins and addresses. */
export const closedToVisitors = (path: string): boolean =>
  /^\/partner\/user\/(security|profile)(\/|$)|^\/portal\/account\/|^\/portal\/message\/subscribe$|^\/message\/inner\/subscription\//.test(path);
