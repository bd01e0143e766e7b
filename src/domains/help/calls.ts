import { z } from 'zod';
import { anyone, get, post } from '~/shared/endpoint';
import { Guideline, VoteInput } from './help.schema';

export const helpVote = post('/saas-boss/guideline/vote', anyone, VoteInput, z.object({}), { title: '评价一条帮助是否有用' });
export const guidelineList = get('/saas-boss/guideline/list', anyone, z.object({}), z.array(Guideline), { title: '帮助目录' });
