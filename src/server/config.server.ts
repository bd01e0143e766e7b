import { resolve } from 'node:path';
import { z } from 'zod';
import { isDate } from '~/shared/dates';

const flag = (fallback: '0' | '1') =>
  z
    .enum(['0', '1'], '只能是 0 或 1')
    .default(fallback)
    .transform((value) => value === '1');
const whole = (min: number, max: number, fallback: number) =>
  z.coerce.number(`应为 ${min} 到 ${max} 的整数`).int(`应为 ${min} 到 ${max} 的整数`).min(min, `不能小于 ${min}`).max(max, `不能大于 ${max}`).default(fallback);

/** A bucket is nothing without its key. */
/** What holds between variables. */
const together = (context: z.core.ParsePayload<z.output<typeof Environment>>) => {
  const { value, issues } = context;
  for (const name of ['S3_KEY', 'S3_SECRET'] as const)
    if (value.S3_BUCKET && !value[name]) issues.push({ code: 'custom', path: [name], message: '设置了 S3_BUCKET 时不能为空', input: undefined });
  for (const name of ['CERT_APP_ID', 'CERT_SECRET'] as const)
    if (value.CERT_URL && !value[name]) issues.push({ code: 'custom', path: [name], message: '设置了 CERT_URL 时不能为空', input: undefined });
  for (const name of ['INVOICE_APP_ID', 'INVOICE_SECRET'] as const)
    if (value.INVOICE_URL && !value[name]) issues.push({ code: 'custom', path: [name], message: '设置了 INVOICE_URL 时不能为空', input: undefined });
  if (!value.DEMO && !value.PUBLIC_ORIGIN)
    issues.push({
      code: 'custom',
      path: ['PUBLIC_ORIGIN'],
      message: 'DEMO=0（正式使用）时不能为空，请填写用户访问的网址，如 https://portal.example.com；短信、邮件和邀请中的链接由它组成',
      input: undefined,
    });
  if (value.PROCESSES > 1 && !value.DATABASE_URL)
    issues.push({ code: 'custom', path: ['PROCESSES'], message: '内置数据库只能由一个进程打开，大于1时请设置 DATABASE_URL', input: undefined });
};

/** The one place of the environment: every variable, its default and its bounds. README lists the same. */
const Environment = z.object({
  PORT: whole(0, 65535, 4321),
  HOST: z.string().min(1, '不能为空').default('0.0.0.0'),
  DATA_DIR: z.string().min(1, '不能为空').default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, '应以 postgres:// 或 postgresql:// 开头')
    .optional(),
  DATABASE_POOL: whole(1, 200, 10),
  PROCESSES: whole(1, 64, 1),
  DATA_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, '应为32字节的base64，可用 openssl rand -base64 32 生成')
    .optional(),
  DEMO: flag('1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], '只能是 debug、info、warn、error 或 silent').default('info'),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/, error: '应为完整网址，如 https://portal.example.com' }).optional(),
  TRUST_PROXY: flag('0'),
  SESSION_IDLE_MINUTES: whole(5, 1440, 120),
  SESSION_MAX_HOURS: whole(1, 720, 168),
  STATEMENT_LIMIT_MS: whole(100, 600_000, 15_000),
  SMS_URL: z.url('应为完整网址').optional(),
  SMS_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, '应以 smtp:// 或 smtps:// 开头')
    .optional(),
  MAIL_FROM: z.string().min(3, '至少 3 个字符').max(200, '不能超过 200 个字符').optional(),
  DINGTALK_URL: z.url('应为完整网址').default('https://oapi.dingtalk.com'),
  DINGTALK_APP_KEY: z.string().optional(),
  DINGTALK_APP_SECRET: z.string().optional(),
  DINGTALK_AGENT_ID: z.string().regex(/^\d+$/, '应为数字').optional(),
  WECHAT_MP_URL: z.url('应为完整网址').default('https://api.weixin.qq.com'),
  WECHAT_MP_APP_ID: z.string().optional(),
  WECHAT_MP_SECRET: z.string().optional(),
  WECHAT_MP_TEMPLATE: z.string().optional(),
  PASSWORD_UPGRADE_DATE: z
    .string()
    .refine((text) => isDate(text), '应为 yyyy-MM-dd')
    .default('2027-01-01'),
  WECHAT_LOGIN_URL: z.url('应为完整网址').default('https://open.weixin.qq.com'),
  WECHAT_API_URL: z.url('应为完整网址').default('https://api.weixin.qq.com'),
  WECHAT_APP_ID: z.string().optional(),
  WECHAT_APP_SECRET: z.string().optional(),
  DINGTALK_LOGIN_URL: z.url('应为完整网址').default('https://login.dingtalk.com'),
  DINGTALK_API_URL: z.url('应为完整网址').default('https://api.dingtalk.com'),
  DINGTALK_CLIENT_ID: z.string().optional(),
  DINGTALK_CLIENT_SECRET: z.string().optional(),
  WEBHOOK_INSIDE: z
    .string()
    .regex(/^[\w.:[\]-]+(,[\w.:[\]-]+)*$/, '应为逗号分隔的主机名或IP，如 erp.local,10.0.0.8')
    .default('')
    .transform((hosts) => hosts.toLowerCase().split(',').filter(Boolean)),
  INVOICE_URL: z.url({ protocol: /^https?$/, error: '应为完整网址' }).optional(),
  INVOICE_APP_ID: z.string().optional(),
  INVOICE_SECRET: z.string().optional(),
  INVOICE_INSIDE: flag('0'),
  INVOICE_TIMEOUT_MS: whole(100, 20_000, 15_000),
  TSA_URL: z.url({ protocol: /^https?$/, error: '应为完整网址' }).optional(),
  TSA_CA: z.string().optional(),
  CERT_URL: z.url({ protocol: /^https?$/, error: '应为完整网址' }).optional(),
  CERT_APP_ID: z.string().optional(),
  CERT_SECRET: z.string().optional(),
  CERT_CA: z.string().optional(),
  CERT_INSIDE: flag('0'),
  CERT_TIMEOUT_MS: whole(100, 20_000, 8000),
  METRICS_TOKEN: z.string().min(8, '至少 8 个字符').optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url('应为完整网址').optional(),
  S3_PUBLIC_ENDPOINT: z.url('应为完整网址').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  S3_PATH_STYLE: flag('1'),
});
export type Config = z.output<typeof Environment>;

/** Reads and checks the environment; throws an Error whose message names each bad variable, its value and its bounds. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.keys(Environment.shape).flatMap((key) => (env[key] === undefined || env[key] === '' ? [] : [[key, env[key]]])));
  const parsed = Environment.check(together).safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const shown = /KEY|TOKEN|URL|SECRET/.test(name) ? '' : `（当前值：${given[name]}）`;
      return `环境变量 ${name} 不正确：${issue.message}${shown}`;
    });
    throw new Error(lines.join('\n'));
  }
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) };
}

const shared = globalThis as { portalConfig?: Config };
export function config(): Config {
  shared.portalConfig ??= readConfig();
  return shared.portalConfig;
}
