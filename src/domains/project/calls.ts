import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { dealerOr, may, post, read } from '~/shared/endpoint';
import { Id, OptionalId, OptionalText, RowVersion } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { pageOf, tells } from '~/shared/page.schema';
import { projectStates } from './project';
import { ProjectDetail, ProjectInput, ProjectOption, ProjectQuery, ProjectRow, ProjectUpdate } from './project.schema';

const ORG = '/saas-ofc/org/project';
const manage = may(codes.PROJECT_MANAGE);
/** Whoever enters or reads documents that name a project. */
const traders = [
  codes.PROJECT_MANAGE,
  codes.ORDER_MANAGE,
  codes.ORDER_ADD,
  codes.ORDER_EDIT,
  codes.ORDER_CHANGE,
  codes.ORDER_AUDIT,
  codes.PRICE_MANAGE,
] as const;
const Saved = z.object({ id: z.string(), code: z.string() });
const states = keysOf(projectStates);

export const projectList = read(`${ORG}/list`, manage, ProjectQuery, pageOf(ProjectRow), { title: '工程项目列表' });
export const projectGet = read(`${ORG}/get`, manage, z.object({ id: Id }), ProjectDetail, { title: '工程项目详情' });
export const projectCreate = post(`${ORG}/create`, manage, ProjectInput, Saved, { title: '新建工程项目' });
export const projectUpdate = post(`${ORG}/update`, manage, ProjectUpdate, Saved, { title: '编辑工程项目', keepsHidden: ['mobile'] });
export const projectMove = post(
  `${ORG}/move`,
  manage,
  z.object({ id: Id, version: RowVersion, to: z.enum(states, '项目状态不正确'), reason: OptionalText(200, '原因') }),
  z.object({}),
  { title: '暂停、恢复、完工或终止工程项目' },
);
export const projectDelete = post(`${ORG}/delete`, manage, z.object({ id: Id, version: RowVersion }), z.object({}), { title: '删除未使用的工程项目' });
export const projectReveal = post(
  `${ORG}/reveal`,
  manage,
  z.object({ id: Id }),
  z.object({ contacts: z.array(z.object({ id: z.string(), mobile: z.string() })) }),
  { title: '查看项目联系人完整号码（留痕）' },
);
export const projectSearch = read(
  '/saas-ofc/biz/project/search',
  dealerOr(...traders),
  tells(
    z.object({
      keyword: z.string().trim().max(60).default(''),
      customerId: OptionalId,
      ids: z.array(Id).max(200).default([]),
      activeOnly: z.boolean().default(false),
    }),
    { keyword: [] },
  ),
  z.object({ projects: z.array(ProjectOption) }),
  { title: '选择工程项目（经销商取自己的）' },
);
