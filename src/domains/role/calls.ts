import { z } from 'zod';
import { CUSTOMER_MANAGE, DELIVER_MANAGE, ORDER_MANAGE, ROLE_MANAGE, USER_MANAGE } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { Ref, RoleChoices, RoleDetail, RoleInput, RoleQuery, RoleRemove, RoleRow, ScopeChoices } from './role.schema';

const manages = may(ROLE_MANAGE);
const Nothing = z.object({});

export const roleList = read('/saas-boss/role/list', manages, RoleQuery, pageOf(RoleRow), { title: '角色列表' });
export const roleGet = read('/saas-boss/role/get', manages, Ref, RoleDetail, { title: '角色详情' });
export const roleSave = post('/saas-boss/role/save', manages, RoleInput, Ref, { title: '新建或编辑角色' });
export const roleDelete = post('/saas-boss/role/delete', manages, RoleRemove, Nothing, { title: '删除无人使用的角色' });
export const roleChoices = read('/saas-boss/role/choices', may(ROLE_MANAGE, USER_MANAGE), Nothing, RoleChoices, { title: '角色选项' });
export const scopeChoices = read('/saas-boss/role/scopeChoices', manages, Nothing, ScopeChoices, { title: '数据范围可选的区域与仓库' });
export const previewStart = post('/saas-boss/role/preview', manages, Ref, z.object({ home: z.string() }), { title: '以该角色预览' });

export const sightSubjects = { customer: '客户', order: '订单' } as const;
const Seer = z.object({ id: z.string(), name: z.string(), jobTitle: z.string(), why: z.string() });
export const Sight = z.object({ owner: z.string(), sees: z.array(Seer), misses: z.array(Seer) });
export const whoSees = read(
  '/saas-boss/role/whoSees',
  may(CUSTOMER_MANAGE, ORDER_MANAGE, DELIVER_MANAGE),
  z.object({ subject: z.enum(['customer', 'order']), id: Id }),
  Sight,
  { title: '谁能看到这条数据，依据哪条规则' },
);
