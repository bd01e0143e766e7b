import { TAB_CAP } from '~/shared/tabCap';

export const shownCount = (count: number): string => (count >= TAB_CAP ? `${TAB_CAP - 1}+` : String(count));
