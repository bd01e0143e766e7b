import { z } from 'zod';
import { anyone, get } from '~/shared/endpoint';
import { Country, Province } from './region.schema';

export const areaTree = get('/saas-boss/area/tree', anyone, z.object({}), z.array(Province), { title: '省市区字典' });
export const countryList = get('/saas-boss/country/list', anyone, z.object({}), z.array(Country), { title: '国家和地区' });
