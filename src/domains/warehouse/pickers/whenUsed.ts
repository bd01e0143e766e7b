import { arriving } from '~/ui/arriving';

/** For `pick` filters of lists: the search is fetched when somebody opens the filter, so that the lists load less. */
export const findWarehouses = async (word: string) => (await arriving(import('./WarehousePicker'))).findWarehouses(word);
