import { describe, expect, it } from 'vitest';
import { isStrongPassword, passwordProblems, passwordStrength } from '~/domains/account/account';
import { deviceName } from '~/domains/account/device';
import { hashPassword, isPassword } from '~/domains/account/password.server';

describe('password strength', () => {
  it.each(['Demo#2026', 'Fangshui#2026', 'qingYu_8127', '厂家Pass9word!'])('takes %s', (password) =>
    expect(passwordProblems(password, '13812345678')).toEqual([]),
  );
  it.each([
    ['Ab#1', '至少8个字符'],
    ['abcdwxyzz9', '至少三种'],
    ['Abcd#9027', '连续或重复'],
    ['Zaaaa#9027', '连续或重复'],
    ['Xk9#5432', '连续或重复'],
    ['Password#1', '常见密码'],
    ['Zk#13812345678', '手机号'],
    [`Zk#9${'x7Q!'.repeat(20)}`, '不能超过64'],
  ])('refuses %s', (password, why) => expect(passwordProblems(password, '13812345678').join()).toContain(why));
  it('grows with the password and is below 3 for whatever is refused', () => {
    expect(['', 'abc', 'demo2026', 'Demo#2026', 'Demo#2026-Qingyu'].map((one) => passwordStrength(one))).toEqual([0, 1, 2, 3, 4]);
    for (const one of ['12345678', 'password', 'abcd1234']) expect(passwordStrength(one) < 3 && !isStrongPassword(one)).toBe(true);
  });
});

it('a password is right for its own hash only, and never without one', async () => {
  const stored = await hashPassword('Fangshui#2026');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'Fangshui#2026')).toBe(true);
  expect(await isPassword(stored, 'Fangshui#2027')).toBe(false);
  expect(await isPassword(undefined, 'nobody has this password')).toBe(false);
  expect(await isPassword('unused', 'x')).toBe(false);
});

it('many at once all get their answer', async () => {
  const stored = await hashPassword('Fangshui#2026');
  expect(await Promise.all(Array.from({ length: 12 }, (_, n) => isPassword(stored, n % 2 ? 'Fangshui#2026' : 'no')))).toEqual(
    Array.from({ length: 12 }, (_, n) => n % 2 === 1),
  );
});

describe('devices', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36 MicroMessenger/8.0', '微信 · 安卓'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari · iPhone'],
    ['curl/8.5', '接口程序'],
    ['', '未知设备'],
  ])('%s', (agent, name) => expect(deviceName(agent)).toBe(name));
});
