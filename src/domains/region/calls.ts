import { z } from 'zod';
import { get, person } from '~/shared/endpoint';
import { Province } from './region';

export const areaTree = get('/saas-boss/area/tree', person, z.object({}), z.array(Province), { title: '省市区字典' });
