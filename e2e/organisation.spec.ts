import type { Locator, Page } from '@playwright/test';
import { customerList } from '~/domains/customer/calls';
import { departmentDelete, departmentSave, departmentTree, memberInvite, memberList } from '~/domains/organisation/calls';
import { markOf, newCustomer } from './support/customers';
import { ask, open, personAt } from './support/people';
import { expect, test } from './support/test';

const ACCOUNTS = '/portal/account/accountNumber/list';

async function newMember(admin: Page, name: string, mobile: string): Promise<string> {
  return (await ask(admin, memberInvite, { name, mobile, jobTitle: '', departmentIds: [], roleIds: [], isAdmin: false })).id;
}

test('an administrator gives an account a department and roles in its dialog', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  const mark = markOf('J');
  await newMember(admin, `${mark}秦越`, `136${mark.slice(1)}1`);
  await open(admin, `${ACCOUNTS}?keyword=${mark}`);
  const row = admin.getByRole('row').filter({ hasText: mark });
  await expect(row).toContainText('未分配');

  await row.getByRole('button', { name: '编辑' }).click();
  const dialog = admin.getByRole('dialog', { name: `编辑账号“${mark}秦越”` });
  await dialog.getByLabel(/^职务/).fill('出纳');
  await choose(admin, dialog.getByLabel(/^角色/), ['财务', '仓管']);
  await choose(admin, dialog.getByLabel(/^部门/), ['财务部']);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  for (const words of ['仓管、财务', '财务部', '出纳']) await expect(row).toContainText(words);

  await row.getByRole('button', { name: '编辑' }).click();
  await choose(admin, dialog.getByLabel(/^角色/), ['仓管']);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).not.toContainText('仓管');
  expect((await ask(admin, memberList, { keyword: mark })).pagedRecords.map((one) => one.roles.map((role) => role.name))).toEqual([['财务']]);
});

/** Turns choices of a list of boxes over, and closes it. */
async function choose(page: Page, field: Locator, names: readonly string[]): Promise<void> {
  await field.click();
  const list = page.getByRole('dialog', { name: '请选择' });
  for (const name of names) await list.getByRole('checkbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
}

test('the work of one account is handed over to another', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  const mark = markOf('G');
  const from = await newMember(admin, `${mark}旧`, `135${mark.slice(1)}1`);
  await newMember(admin, `${mark}新`, `135${mark.slice(1)}2`);
  await newCustomer(admin, mark, `${mark}东塘建材`, { salesMemberId: from });
  await open(admin, `${ACCOUNTS}?keyword=${mark}`);
  const row = admin.getByRole('row').filter({ hasText: `${mark}旧` });

  await row
    .getByRole('button', { name: '停用' })
    .or(row.getByRole('button', { name: '更多' }))
    .first()
    .click();
  await admin.getByRole('menuitem', { name: '停用' }).click();
  const sure = admin.getByRole('dialog', { name: /停用“/ });
  await expect(sure).toContainText('负责的客户1');
  await sure.getByRole('button', { name: '取消' }).click();

  await row.getByRole('button', { name: '交接工作' }).click();
  const dialog = admin.getByRole('dialog', { name: /交接“/ });
  await expect(dialog).toContainText(`${mark}东塘建材`);
  await dialog.getByRole('button', { name: '交接', exact: true }).click();
  await expect(dialog.getByText(/请(选择|填写)接手人/).first()).toBeVisible();
  await dialog.getByLabel(/^接手人/).fill(`${mark}新`);
  await admin.getByRole('option', { name: `${mark}新` }).click();
  await dialog.getByRole('button', { name: '交接', exact: true }).click();
  await expect(admin.getByText('已交接1项工作，双方均已收到通知')).toBeVisible();
  expect((await ask(admin, customerList, { keyword: mark })).pagedRecords.map((one) => one.salesName)).toEqual([`${mark}新`]);

  await row.getByRole('button', { name: '交接工作' }).click();
  await expect(admin.getByRole('dialog', { name: /交接“/ })).toContainText('名下没有需要交接的工作');
});

test('a department is dragged before and below another, and moved by the keyboard', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  const mark = markOf('B');
  const make = async (name: string) => (await ask(admin, departmentSave, { name: `${mark}${name}`, leaderId: '', parentId: null })).id;
  const made = [await make('甲'), await make('乙'), await make('丙')] as const;
  const [first, second, third] = made;
  const places = async () =>
    (await ask(admin, departmentTree, {})).departments
      .filter((one) => one.name.startsWith(mark))
      .map((one) => [one.name.slice(mark.length), one.parentId === first ? '在甲下' : '']);
  try {
    await open(admin, '/portal/account/setOrganization');
    const rowOf = (id: string) => admin.locator(`#department-${id}`);
    await rowOf(third).dragTo(rowOf(second), { targetPosition: { x: 60, y: 4 } });
    await expect(admin.getByRole('treeitem').filter({ hasText: mark })).toContainText(['甲', '丙', '乙']);
    expect(await places()).toEqual([
      ['甲', ''],
      ['丙', ''],
      ['乙', ''],
    ]);

    await rowOf(second).dragTo(rowOf(first), { targetPosition: { x: 60, y: 26 } });
    await expect(rowOf(second)).toHaveAttribute('aria-level', '2');
    await expect(rowOf(first)).toHaveAttribute('aria-expanded', 'true');
    await rowOf(first).dragTo(rowOf(second), { targetPosition: { x: 60, y: 26 } });
    await expect(rowOf(first)).toHaveAttribute('aria-level', '1');

    await rowOf(third).click();
    await rowOf(third).press('Alt+ArrowUp');
    await expect(admin.getByRole('treeitem').filter({ hasText: mark })).toContainText(['丙', '甲', '乙']);
    await expect(rowOf(third)).toBeFocused();
    await admin.reload();
    await expect(admin.getByRole('treeitem').filter({ hasText: mark })).toContainText(['丙', '甲', '乙']);
    expect((await places()).sort()).toEqual(
      [
        ['丙', ''],
        ['乙', '在甲下'],
        ['甲', ''],
      ].sort(),
    );
  } finally {
    for (const id of [second, first, third]) await ask(admin, departmentDelete, { id });
  }
});
