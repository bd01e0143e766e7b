import { z } from 'zod';
import { anyone, post } from '~/shared/endpoint';
import { VoteInput } from './help';

export const helpVote = post('/saas-boss/guideline/vote', anyone, VoteInput, z.object({}), { title: '评价一条帮助是否有用' });
