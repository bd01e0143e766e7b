import { holds, type Me } from '~/portal/me';
import { STOCK_COST_VIEW } from '~/portal/permissions';

/** Cost, and every amount made of it, is for those who hold the code and whose roles do not hide cost. */
export const seesCost = (me: Me): boolean => holds(me, STOCK_COST_VIEW) && me.hidden?.includes('cost') !== true;
