import { z } from 'zod';
import { DEPARTMENT_MANAGE, ROLE_MANAGE, USER_MANAGE } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id, RowVersion } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { Department, DepartmentInput, DepartmentMove, DepartmentSwitch } from './department.schema';
import { HandOver, MemberInvite, MemberQuery, MemberRow, MemberSwitch, MemberUpdate, Workload } from './member.schema';

const Ref = z.object({ id: Id });
const Nothing = z.object({});
const people = may(USER_MANAGE);
const tree = may(DEPARTMENT_MANAGE);
const Choices = z.object({ members: z.array(z.object({ id: z.string(), name: z.string(), jobTitle: z.string() })) });

export const departmentTree = read('/saas-boss/department/tree', may(DEPARTMENT_MANAGE, USER_MANAGE), Nothing, z.object({ departments: z.array(Department) }), {
  title: '部门树',
});
export const departmentSave = post('/saas-boss/department/save', tree, DepartmentInput, Ref, { title: '新建或编辑部门' });
export const departmentMove = post('/saas-boss/department/move', tree, DepartmentMove, Ref, { title: '移动部门' });
export const departmentSwitch = post('/saas-boss/department/switch', tree, DepartmentSwitch, Ref, { title: '启用或停用部门' });
export const departmentDelete = post('/saas-boss/department/delete', tree, Ref, Nothing, { title: '删除空部门' });

export const memberList = read('/saas-boss/member/list', may(USER_MANAGE, DEPARTMENT_MANAGE, ROLE_MANAGE), MemberQuery, pageOf(MemberRow), {
  title: '账号列表',
});
export const memberGet = read('/saas-boss/member/get', may(USER_MANAGE, DEPARTMENT_MANAGE, ROLE_MANAGE), Ref, MemberRow, { title: '账号详情' });
export const memberChoices = read('/saas-boss/member/choices', may(USER_MANAGE, DEPARTMENT_MANAGE, ROLE_MANAGE), Nothing, Choices, { title: '在职人员选项' });
export const memberInvite = post('/saas-boss/member/invite', people, MemberInvite, Ref.extend({ created: z.boolean() }), { title: '邀请账号' });
export const memberUpdate = post('/saas-boss/member/update', people, MemberUpdate, Ref, { title: '编辑账号的部门与角色' });
export const memberSwitch = post('/saas-boss/member/switch', people, MemberSwitch, Ref, { title: '启用或停用账号' });
/** Nobody is taken out of the books: an account that documents name is disabled. */
export const memberDelete = post('/saas-boss/member/delete', people, Ref.extend({ version: RowVersion }), Ref, { title: '删除账号（停用，单据上的姓名保留）' });
export const memberReset = post('/saas-boss/member/resetPassword', people, Ref, z.object({ mobile: z.string() }), {
  title: '重置密码（本人用短信验证码重新设置）',
});
export const memberWork = read('/saas-boss/member/workload', people, Ref, Workload, { title: '账号名下的客户、订单与其他工作' });
export const memberHandOver = post('/saas-boss/member/handOver', people, HandOver, z.object({ moved: z.number() }), { title: '交接工作' });
