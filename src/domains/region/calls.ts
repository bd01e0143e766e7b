import { z } from 'zod';
import { anyone, get } from '~/shared/endpoint';
import { Province } from './region';

export const areaTree = get('/saas-boss/area/tree', anyone, z.object({}), z.array(Province), { title: '省市区字典' });
