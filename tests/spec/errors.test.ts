import { beforeEach, expect, test, vi } from 'vitest';
import { DENIED, dataOf, ENDED, isRefused, networkFailed } from '~/shell/call';
import { $toasts, toast } from '~/ui/kit/toast';

/** Section 8 of the specification, line by line. */

const at = { pathname: '/portal/supplyChain/factory/order/list', search: '?orderNo=DD%201', gone: '' };
const heard: string[] = [];
vi.stubGlobal('location', {
  get pathname() {
    return at.pathname;
  },
  get search() {
    return at.search;
  },
  assign: (to: string) => {
    at.gone = to;
  },
});
vi.stubGlobal('dispatchEvent', (event: Event) => heard.push(event.type));
vi.mock('~/ui/kit/ToastHost', () => ({ mountToasts: () => undefined }));

beforeEach(() => {
  Object.assign(at, { pathname: '/portal/supplyChain/factory/order/list', gone: '' });
  heard.length = 0;
});

const said = (envelope: Parameters<typeof dataOf>[0]): string => {
  try {
    dataOf(envelope);
  } catch (error) {
    if (isRefused(error)) return error.message;
    throw error;
  }
  throw new Error('not refused');
};

test('code 0 is an answer', () => {
  expect(dataOf({ code: '0', data: { id: '1' } })).toEqual({ id: '1' });
});

test('whatever says nothing is busy', () => {
  expect(said({ code: 'X1' })).toBe('系统繁忙，请稍后重试');
  expect(said({ code: '999999', message: '' })).toBe('系统繁忙，请稍后重试');
  expect(said({} as never)).toBe('系统繁忙，请稍后重试');
});

test.each(['A0001', 'X-17', '310004', '100000006'])('code %s shows its message, line breaks kept', (code) => {
  expect(said({ code, message: '第一行\n第二行', detail: '不显示' })).toBe('第一行\n第二行');
});

test.each(['D0001', 'KD-7', 'W1'])('code %s, which others act upon, carries its message to them', (code) => {
  expect(said({ code, message: '库存不足，是否继续' })).toBe('库存不足，是否继续');
});

test('E9999 shows the detail instead, and is busy without one', () => {
  expect(said({ code: 'E9999', message: '内部错误', detail: '数据库维护中，10分钟后恢复' })).toBe('数据库维护中，10分钟后恢复');
  expect(said({ code: 'E9999', message: '内部错误' })).toBe('系统繁忙，请稍后重试');
});

test('a lost session goes to login, keeping path and query; not from the login page itself', () => {
  said({ code: '100000004', message: '登录已失效' });
  expect(at.gone).toBe(`/portal/login?redirect=${encodeURIComponent('/portal/supplyChain/factory/order/list?orderNo=DD%201')}`);
  Object.assign(at, { pathname: '/portal/login', gone: '' });
  said({ code: '100000004', message: '登录已失效' });
  expect(at.gone).toBe('');
});

test('the login is told that a session ended, and only then', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => kept.set(key, value) });
  said({ code: '100000005', message: '暂无权限访问该页面' });
  expect(kept.size).toBe(0);
  said({ code: '100000004', message: '登录已失效' });
  expect([...kept.keys()]).toEqual([ENDED]);
});

test('a call without permission tells the page that what it offers is out of date', () => {
  expect(said({ code: '100000005', message: '暂无权限访问该页面' })).toBe('暂无权限访问该页面');
  expect(heard).toEqual([DENIED]);
});

test('a call that does not get through rejects with a sentence of its own', async () => {
  await expect(networkFailed()).rejects.toThrow('网络连接失败，请检查网络后重试');
});

test('the same message is not shown twice while it is open', () => {
  vi.stubGlobal('document', {});
  toast('库存不足', 'error');
  toast('库存不足', 'error');
  toast('已保存', 'ok');
  expect($toasts.get().map(({ message }) => message)).toEqual(['库存不足', '已保存']);
});
