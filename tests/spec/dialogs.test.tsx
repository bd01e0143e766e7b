import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';

/** What of sections 5, 8 and 9 stands in dialogs, which a browser fetches when they open. */

vi.mock('~/ui/kit/Dialog', () => ({
  Dialog: ({ title, children, footer }: { title: string; children: ReactNode; footer: ReactNode }) => (
    <section>
      {title}
      {children}
      {footer}
    </section>
  ),
}));
const answers: Record<string, unknown>[] = [];
vi.mock('~/shell/transport', () => ({ portal: () => Promise.resolve(answers.shift()) }));
vi.mock('~/shell/sessionChannel', () => ({ sessionChanged: () => undefined }));
vi.mock('~/shell/found', () => ({ forgetChoices: () => undefined }));
vi.mock('~/ui/kit/ToastHost', () => ({ mountToasts: () => undefined }));

const { AccountForm } = await import('~/domains/account/screens/SecurityForms');
const { default: LoginTip } = await import('~/shell/LoginTip');
const { default: RefreshDialog } = await import('~/shell/RefreshDialog');
const { logOut } = await import('~/shell/sessionActions');
const { $toasts } = await import('~/ui/kit/toast');

const none = () => undefined;
const gone: string[] = [];
vi.stubGlobal('location', { pathname: '/portal/temphome', search: '', assign: (to: string) => gone.push(to) });
vi.stubGlobal('dispatchEvent', () => true);
beforeEach(() => {
  gone.length = 0;
});

test('the account’s field takes 11 characters', () => {
  const drawn = renderToString(<AccountForm proving={async (work) => work()} onClose={none} onDone={none} />);
  expect(/<input[^>]*name="newLoginAccount"[^>]*>/i.exec(drawn)?.[0]).toMatch(/maxlength="11"/i);
});

test('a page whose data has changed offers to refresh, and nothing else', () => {
  const drawn = renderToString(<RefreshDialog />);
  expect(drawn).toContain('当前页面数据已更新，请刷新页面');
  expect([...drawn.matchAll(/<button.*?<\/button>/g)].map(([button]) => button.replace(/<[^>]*>/g, ''))).toEqual(['刷新']);
});

test('a weak password is urged to change, now or not', () => {
  const drawn = renderToString(<LoginTip onClose={none} />);
  expect(drawn).toContain('安全升级');
  expect(drawn).toMatch(/<a[^>]*href="\/portal\/forgetPassword"/);
  expect(drawn).toContain('暂不修改');
});

test('a refused logout leaves the person in place, one that worked opens the login', async () => {
  answers.push({ code: '999999', message: '系统繁忙' });
  vi.stubGlobal('document', {});
  await logOut();
  expect([gone, $toasts.get().map(({ message }) => message)]).toEqual([[], [expect.stringContaining('系统繁忙')]]);
  answers.push({ code: '0', data: {} });
  await logOut();
  expect(gone).toEqual(['/portal/login']);
});
