import { z } from 'zod';
import { get, person, read } from '~/shared/endpoint';
import { tells } from '~/shared/page.schema';
import { Found, FoundPage } from './finding.schema';

export const findPages = get('/partner/finder/pages', person, z.object({}), z.object({ pages: z.array(FoundPage) }), { title: '搜索：可以打开的页面' });
/** Customers are left out, not refused, where the word could tell a number that the person's roles hide. */
export const find = read(
  '/partner/finder/find',
  person,
  tells(z.object({ word: z.string().max(60, '搜索内容最多60个字').default('') }), { word: [] }),
  z.object({ found: z.array(Found) }),
  { title: '搜索：按编号、名称、拼音找订单、客户与商品' },
);
