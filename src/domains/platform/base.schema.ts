import { z } from 'zod';
import { OptionalText } from '~/shared/fields.schema';
import { plainIdentity } from '~/shared/identifiers';

const whole = (min: number, max: number, unit: string) => {
  const words = `请输入${min}到${max}的整数（${unit}）`;
  return z.number(words).int(words).min(min, words).max(max, words);
};

/** What a factory's papers say about it. Empty name: the tenant's own. */
export const Company = z.object({
  companyName: OptionalText(60, '公司名称'),
  phone: OptionalText(30, '电话'),
  address: OptionalText(120, '地址'),
  bankName: OptionalText(60, '开户行'),
  bankAccount: z
    .string()
    .overwrite(plainIdentity)
    .regex(/^(\d{6,30})?$/, '银行账号应为6到30位数字')
    .default(''),
  printFoot: OptionalText(200, '打印页脚'),
  /** Key of the uploaded picture, '' for none. */
  logo: z
    .string()
    .regex(/^[\w./-]{0,200}$/, '标志文件不正确')
    .default(''),
});
export type Company = z.output<typeof Company>;

export const BaseSettings = Company.extend({
  /** A session ends after so long without use; never later than the platform's own limit. */
  idleMinutes: whole(5, 1440, '分钟').default(120),
  /** For the next password each member sets. */
  passwordLength: whole(8, 32, '位').default(8),
});
export type BaseSettings = z.output<typeof BaseSettings>;
