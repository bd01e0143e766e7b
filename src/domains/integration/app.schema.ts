import { z } from 'zod';
import { everyField, type HideableField } from '~/portal/authority';
import { BizDate, ChoiceOf, FilterChoice, FilterTime, Id, Instant, OptionalText, RowVersion, Text } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { ChangeEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { type AppState, appKinds, appScopes, appStates, MOST_OLD_HOURS, MOST_PER_DAY, MOST_PER_MINUTE } from './app';

const State = z.enum(keysOf<AppState>(appStates), '状态不正确');
const Kind = ChoiceOf(appKinds, '用途');
const Scope = ChoiceOf(appScopes, '数据范围');
const Hideable = z.enum(everyField as [HideableField, ...HideableField[]], '没有这种隐藏字段');

export const AppQuery = tells(
  PageQuery.extend({
    name: z.string().trim().max(30).default(''),
    status: FilterChoice(appStates),
    kind: FilterChoice(appKinds),
  }),
  { name: [] },
);
export type AppQuery = z.output<typeof AppQuery>;

export const AppRow = z.object({
  id: z.string(),
  name: z.string(),
  appKey: z.string(),
  kind: Kind,
  status: State,
  expiresOn: z.string(),
  callCount: z.number(),
  today: z.number(),
  perDay: z.number(),
  usedAt: Instant.nullable(),
  secretTo: z.string(),
  secretAt: Instant,
  /** Why its secret should be changed; empty when it need not. */
  risk: z.string(),
  updatedAt: Instant,
  version: z.number(),
});
export type AppRow = z.input<typeof AppRow>;

const atMost = (most: number, unit: string) =>
  z.coerce.number(`应为1到${most}的整数`).int(`应为1到${most}的整数`).min(1, `不能小于1次${unit}`).max(most, `不能超过${most}次${unit}`);
const Fields = z.object({
  name: Text(30, '应用名称'),
  remark: OptionalText(200, '说明'),
  kind: Kind,
  ipAllow: z.array(z.string().trim().min(1, 'IP不能为空').max(50, '不是有效的IP地址或网段')).max(50, 'IP白名单最多50项').default([]),
  expiresOn: z.union([z.literal(''), BizDate], '日期格式应如2026-12-31').default(''),
  perMinute: atMost(MOST_PER_MINUTE, '每分钟'),
  perDay: atMost(MOST_PER_DAY, '每天'),
  permissions: z.array(z.string().max(60)).min(1, '请至少选择一项权限').max(300, '权限过多'),
  calls: z.array(z.string().max(200)).min(1, '请至少选择一个接口').max(1000, '接口过多'),
  dataScope: Scope,
  regions: z.array(z.string().trim().min(1).max(60)).max(200, '最多选择200个区域').default([]),
  warehouses: z.array(Id).max(100, '最多选择100个仓库').default([]),
  hiddenFields: z.array(Hideable).default([]),
});
function checkPlaces(app: z.output<typeof Fields>, context: z.RefinementCtx): void {
  if (app.dataScope === 'REGION' && app.regions.length === 0) context.addIssue({ code: 'custom', path: ['regions'], message: '请至少选择一个区域' });
  if (app.dataScope === 'WAREHOUSE' && app.warehouses.length === 0) context.addIssue({ code: 'custom', path: ['warehouses'], message: '请至少选择一个仓库' });
}
export const AppInput = Fields.superRefine(checkPlaces);
export type AppInput = z.output<typeof AppInput>;
export const AppUpdate = Fields.omit({ kind: true })
  .extend({ id: Id, version: RowVersion })
  .superRefine((app, context) => checkPlaces({ kind: 'LIVE', ...app }, context));
export type AppUpdate = z.output<typeof AppUpdate>;

export const AppRef = z.object({ id: Id });
export const AppVersion = AppRef.extend({ version: RowVersion });
export const AppChange = AppVersion.extend({ status: State });
export const AppRotate = AppVersion.extend({
  keepHours: z.number('请选择旧密钥的保留时间').int('应为整数小时').min(0, '不能小于0小时').max(MOST_OLD_HOURS, `旧密钥最多保留${MOST_OLD_HOURS}小时`),
});
/** Shown once and kept by nobody but the program. */
export const AppSecret = z.object({ id: z.string(), appKey: z.string(), secret: z.string(), oldUntil: Instant.nullable() });

export const AppDetail = z.object({
  ...AppRow.shape,
  remark: z.string(),
  ipAllow: z.array(z.string()),
  perMinute: z.number(),
  permissions: z.array(z.string()),
  calls: z.array(z.string()),
  dataScope: Scope,
  regions: z.array(z.string()),
  warehouses: z.array(z.string()),
  /** Names of the regions or warehouses chosen. */
  places: z.array(z.string()),
  hiddenFields: z.array(Hideable),
  secretTail: z.string(),
  oldUntil: Instant.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  /** Whether the reader may edit it, enable it and take its secret. */
  mayEdit: z.boolean(),
  log: z.array(ChangeEntry),
});
export type AppDetail = z.input<typeof AppDetail>;

export const CallChoice = z.object({
  key: z.string(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  changes: z.boolean(),
  codes: z.array(z.string()),
});
export const AppChoices = z.object({
  /** Rights the giver may hand on. */
  codes: z.array(z.string()),
  calls: z.array(CallChoice),
  regions: z.array(z.string()),
  warehouses: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const AppToken = z.object({ accessToken: z.string(), tokenType: z.literal('Bearer'), expiresIn: z.number() });

export const AppLogQuery = tells(
  PageQuery.extend({
    id: Id,
    path: z.string().trim().max(60).default(''),
    result: z.enum(['', 'OK', 'FAILED']).default(''),
    startTime: FilterTime,
    endTime: FilterTime,
  }),
  { path: [] },
);
export type AppLogQuery = z.output<typeof AppLogQuery>;
export const AppLogEntry = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  title: z.string(),
  code: z.string(),
  /** What the code stands for; '' for a success. */
  reason: z.string(),
  ms: z.number(),
  address: z.string(),
  at: Instant,
});
export type AppLogEntry = z.input<typeof AppLogEntry>;
