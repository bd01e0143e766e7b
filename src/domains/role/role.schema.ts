import { z } from 'zod';
import { hideableFields } from '~/portal/authority';
import { allPermissions } from '~/portal/permissionTree';
import { scopeKinds } from '~/portal/scope';
import { ChoiceOf, FilterChoice, Id, Instant, OptionalId, OptionalText, RowVersion, Text } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { ChangeEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';

const HideableField = z.enum(keysOf(hideableFields));

export const ScopeKind = ChoiceOf(scopeKinds, '数据范围');

export const RoleQuery = tells(
  PageQuery.extend({
    name: z.string().trim().max(30).default(''),
    dataScope: FilterChoice(scopeKinds),
  }),
  { name: [] },
);

export const RoleRow = z.object({
  id: z.string(),
  name: z.string(),
  remark: z.string(),
  builtIn: z.boolean(),
  people: z.number(),
  dataScope: ScopeKind,
  /** Names of the regions or warehouses chosen. */
  places: z.array(z.string()),
  permissionCount: z.number(),
  updatedBy: z.string(),
  updatedAt: Instant,
  version: z.number(),
});
export type RoleRow = z.input<typeof RoleRow>;

const Fields = z.object({
  name: Text(20, '角色名称'),
  remark: OptionalText(100, '说明'),
  permissions: z
    .array(z.string().max(60))
    .max(300)
    .refine((codes) => codes.every((code) => allPermissions.has(code)), '包含不存在的权限，请刷新后重试')
    .refine((codes) => codes.length > 0, '请至少选择一项权限'),
  dataScope: ScopeKind,
  regions: z.array(z.string().trim().min(1).max(60)).max(200, '最多选择200个区域').default([]),
  warehouses: z.array(Id).max(100, '最多选择100个仓库').default([]),
  hiddenFields: z.array(HideableField).default([]),
});
function checkChosen(role: z.output<typeof Fields>, context: z.RefinementCtx): void {
  if (role.dataScope === 'REGION' && role.regions.length === 0) context.addIssue({ code: 'custom', path: ['regions'], message: '请至少选择一个区域' });
  if (role.dataScope === 'WAREHOUSE' && role.warehouses.length === 0) context.addIssue({ code: 'custom', path: ['warehouses'], message: '请至少选择一个仓库' });
}
export const RoleForm = Fields.superRefine(checkChosen);
export const RoleInput = Fields.extend({ id: OptionalId, version: z.number().int().min(0).default(0) }).superRefine(checkChosen);
export type RoleInput = z.output<typeof RoleInput>;

export const RoleDetail = z.object({
  ...RoleRow.shape,
  permissions: z.array(z.string()),
  regions: z.array(z.string()),
  warehouses: z.array(z.string()),
  hiddenFields: z.array(HideableField),
  members: z.array(z.object({ id: z.string(), name: z.string(), jobTitle: z.string(), departments: z.string(), status: z.string() })),
  log: z.array(ChangeEntry.omit({ id: true })),
});
export type RoleDetail = z.input<typeof RoleDetail>;

export const RoleChoices = z.object({
  roles: z.array(z.object({ id: z.string(), name: z.string(), dataScope: ScopeKind })),
});
export const ScopeChoices = z.object({
  regions: z.array(z.string()),
  warehouses: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const Ref = z.object({ id: Id });
export const RoleRemove = z.object({ id: Id, version: RowVersion });
