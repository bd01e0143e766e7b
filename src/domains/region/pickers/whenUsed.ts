import { arriving } from '~/ui/arriving';

/** For region filters of lists: fetched when somebody opens the filter, so that the lists load less. */
export const loadRegions = async (parent: string) => (await arriving(import('./regions'))).loadRegions(parent);
