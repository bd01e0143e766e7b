/** Passwords people choose again and again, in lower case. */
const COMMON = ['password', 'passw0rd', 'qwerty', 'qwertyui', 'asdfgh', 'admin', 'abc123', 'iloveyou', 'woaini', '123456', '111111', '888888', 'a123456'];
const MIN_LENGTH = 8;
const MAX_LENGTH = 64;

const classesOf = (password: string): number => [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(password)).length;

/** Four or more in a row going up, down or staying: 1234, dcba, 0000. */
function hasRun(typed: string): boolean {
  const password = typed.toLowerCase();
  for (const step of [0, 1, -1]) {
    let length = 1;
    for (let at = 1; at < password.length; at++) {
      length = password.charCodeAt(at) - password.charCodeAt(at - 1) === step ? length + 1 : 1;
      if (length >= 4) return true;
    }
  }
  return false;
}

/** What is wrong with a password, as sentences that each say what to do; empty for a strong one. `account`: the mobile number or login account. */
export function passwordProblems(password: string, account = ''): string[] {
  const lower = password.toLowerCase();
  return [
    password.length < MIN_LENGTH && `至少${MIN_LENGTH}个字符`,
    password.length > MAX_LENGTH && `不能超过${MAX_LENGTH}个字符`,
    classesOf(password) < 3 && '须包含大写字母、小写字母、数字、符号中的至少三种',
    hasRun(password) && '不能有4个以上连续或重复的字符，如1234、aaaa',
    COMMON.some((word) => lower === word || (lower.startsWith(word) && /^[\d\W]{0,4}$/.test(lower.slice(word.length)))) && '不能使用常见密码',
    account.length >= 4 && (lower.includes(account.toLowerCase()) || lower.includes(account.slice(-6).toLowerCase())) && '不能包含手机号或账号',
  ].filter((one) => one !== false);
}
export const isStrongPassword = (password: string, account = ''): boolean => passwordProblems(password, account).length === 0;

/** 0 nothing typed, 1 weak, 2 middling, 3 strong, 4 very strong; below 3 it is refused. */
export function passwordStrength(password: string, account = ''): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  const problems = passwordProblems(password, account).length;
  if (problems > 0) return problems === 1 && password.length >= MIN_LENGTH ? 2 : 1;
  return password.length >= 12 && classesOf(password) === 4 ? 4 : 3;
}
export const strengthNames = ['', '弱', '中', '强', '很强'] as const;
