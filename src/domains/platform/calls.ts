import { z } from 'zod';
import { DEVELOPER, SET_BASE, SET_DICT } from '~/portal/permissions';
import { get, may, person, post, read } from '~/shared/endpoint';
import { BaseSettings, Company } from './base.schema';
import { CategoryCode, DictItem, ItemForm, UsedItem } from './dictionary.schema';

const dict = '/saas-boss/dictionary';
const editor = may(SET_DICT);
const Done = z.object({});
const Version = z.number().int().min(0).max(2_147_483_647);
const Code = z.string().min(1, '请选择字典项').max(20, '编码过长');
const Ref = z.object({ category: CategoryCode, code: Code, version: Version });

export const dictOptions = get(`${dict}/options`, person, z.object({ dictCategoryCode: CategoryCode }), z.object({ items: z.array(DictItem) }), {
  title: '字典可选项',
});
export const dictCategoryList = read(
  `${dict}/categories`,
  editor,
  z.object({}),
  z.object({ categories: z.array(z.object({ code: z.string(), name: z.string(), note: z.string(), items: z.number() })) }),
  { title: '字典类型' },
);
export const dictList = read(`${dict}/list`, editor, z.object({ category: CategoryCode }), z.object({ items: z.array(UsedItem) }), { title: '字典项' });
export const dictSave = post(
  `${dict}/save`,
  editor,
  ItemForm.extend({ category: CategoryCode, version: Version.nullable().default(null) }),
  z.object({ id: z.string() }),
  { title: '新建或编辑字典项' },
);
export const dictSwitch = post(`${dict}/switch`, editor, Ref.extend({ enabled: z.boolean() }), Done, { title: '启用或停用字典项' });
export const dictOrder = post(
  `${dict}/order`,
  editor,
  z.object({ category: CategoryCode, codes: z.array(Code).min(1, '请选择字典项').max(200, '一次最多200项') }),
  Done,
  {
    title: '调整字典项顺序',
  },
);
export const dictDelete = post(`${dict}/delete`, editor, Ref, Done, { title: '删除未使用的自有字典项' });

const setBase = may(SET_BASE);
const Kept = z.object({ key: z.string(), title: z.string(), why: z.string(), days: z.number() });
const Base = z.object({ settings: BaseSettings, version: z.number(), kept: z.array(Kept) });
export const baseRead = get('/saas-boss/setBase/read', setBase, z.object({}), Base, { title: '系统基础设置' });
export const baseSave = post('/saas-boss/setBase/save', setBase, z.object({ settings: BaseSettings, version: Version }), Base, { title: '保存系统基础设置' });
export const companyCard = get('/saas-boss/setBase/company', person, z.object({}), Company, { title: '单据上的公司信息' });

const Guide = z.object({
  calls: z.array(
    z.object({ method: z.string(), path: z.string(), title: z.string(), who: z.string(), codes: z.array(z.string()), changes: z.boolean(), file: z.boolean() }),
  ),
  codes: z.array(z.object({ code: z.string(), reason: z.string() })),
});
export const developerRead = get('/saas-boss/developer/guide', may(DEVELOPER), z.object({}), Guide, { title: '接口说明' });
