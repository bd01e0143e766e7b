import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { closedTo } from '~/portal/guard';
import type { Me } from '~/portal/me';
import { DELIVER_MANAGE, FUND_MANAGE, ORDER_MANAGE, STOCK_MANAGE } from '~/portal/permissions';
import { Button } from '~/ui/kit/Button';
import { Stat } from '~/ui/kit/Card';
import { Link } from '~/ui/kit/Link';
import { presentActions } from '~/ui/kit/types';

const F = '/portal/supplyChain/factory';
const member = (...codes: string[]): Me => ({
  accountId: 'a',
  name: '仓管',
  mobile: '',
  loginAccount: '',
  userType: 1,
  identity: '1',
  tenantId: 1n,
  tenantName: '',
  trusteeship: false,
  memberId: 'm',
  isAdmin: false,
  customerId: null,
  customerName: '',
  customerType: 0,
  permissions: new Set(codes),
  apps: ['order'],
  tenants: [],
  customerTenants: [],
});
const keeper = member(DELIVER_MANAGE, STOCK_MANAGE);
const page = globalThis as { portalMe?: () => { closed: string[] } };
const as = (me: Me) => {
  page.portalMe = () => ({ closed: closedTo(me) });
};
afterEach(() => {
  delete page.portalMe;
});

describe('what leads to a page the person may not open', () => {
  it('lets people read the documents theirs stand on', () => {
    expect(closedTo(keeper)).not.toContain(`${F}/order/detail`);
    expect(closedTo(keeper)).toContain(`${F}/order/list`);
    expect(closedTo(member(FUND_MANAGE))).not.toContain(`${F}/deliver/detail`);
    expect(closedTo(member(FUND_MANAGE))).not.toContain(`${F}/order/detail`);
    expect(closedTo(member(ORDER_MANAGE))).toContain(`${F}/finance/receivables/receivablesDetail`);
  });

  it('is plain text, no button, no action, and a figure without a link', () => {
    as(keeper);
    const at = `${F}/finance/receivables/receivablesDetail?id=1`;
    expect(renderToStaticMarkup(<Link href={at}>AR1</Link>)).toBe('<span>AR1</span>');
    expect(renderToStaticMarkup(<Link href={`${F}/order/detail?id=1`}>SO1</Link>)).toContain('<a ');
    expect(renderToStaticMarkup(<Button href={at}>查看</Button>)).toBe('');
    expect(
      presentActions([
        { label: '查看', href: at },
        { label: '发货单', href: `${F}/deliver/list#x` },
      ]).map((one) => one.label),
    ).toEqual(['发货单']);
    expect(renderToStaticMarkup(<Stat label="逾期" value="1" href={`${F}/finance/receivables/receivablesList`} />)).not.toContain('<a ');
  });
});
